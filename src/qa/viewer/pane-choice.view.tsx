import type { ReactNode } from 'react';
import { Segmented } from '../../ui/segmented.tsx';
import controls from './controls.module.css';
import css from './pane-choice.module.css';
import type { Panes } from './panes.ts';
import { type DrawingChoice, type Layout, TABS, type Tab } from './viewer-layout.ts';

/** Where a pane is, in the picture of its button. */
const PICTURES = {
  actors: { label: 'Actors', shape: 'M3 4h6v16H3z' },
  messages: { label: 'Messages', shape: 'M3 14h18v6H3z' },
  details: { label: 'Details', shape: 'M15 4h6v16h-6z' },
  timeline: { label: 'Timeline', shape: 'M3 4h18v6H3z' },
} as const;

const FOLDABLE = ['actors', 'messages', 'details', 'timeline'] as const;

const PaneButtons = ({ panes }: { readonly panes: Panes }): ReactNode => (
  <span className={css['buttons']}>
    {FOLDABLE.map((pane) => (
      <button
        key={pane}
        type="button"
        aria-label={PICTURES[pane].label}
        title={PICTURES[pane].label}
        aria-pressed={!panes.collapsed.includes(pane)}
        onClick={() => panes.toggle(pane)}
      >
        <svg viewBox="0 0 24 24" width={18} height={18} aria-hidden="true">
          <path className={css['frame']} d="M3 4h18v16H3z" />
          <path className={css['part']} d={PICTURES[pane].shape} />
        </svg>
      </button>
    ))}
  </span>
);

const DRAWINGS: readonly { readonly value: DrawingChoice; readonly label: string }[] = [
  { value: 'chart', label: 'Chart' },
  { value: 'both', label: 'Both' },
  { value: 'screen', label: 'Screen' },
];

const TAB_LABELS: Readonly<Record<Tab, string>> = {
  chart: 'Chart',
  screen: 'Screen',
  details: 'Details',
  messages: 'Messages',
  actors: 'Actors',
};

export type PaneChoiceProps = {
  readonly layout: Layout;
  readonly panes: Panes;
  readonly onDrawing: (drawing: DrawingChoice) => void;
};

/** On a wide page: what is drawn in the middle, and which panes are open. */
export const PaneChoice = ({ layout: { drawing, hasScreen }, panes, onDrawing }: PaneChoiceProps): ReactNode => (
  <>
    {hasScreen && <Segmented legend="What is drawn" value={drawing} onPick={onDrawing} options={DRAWINGS} />}
    <PaneButtons panes={panes} />
  </>
);

/** On a narrow page: the pane that it shows. */
export const PaneTabs = ({
  layout: { tab, hasScreen },
  onTab,
}: {
  readonly layout: Layout;
  readonly onTab: (tab: Tab) => void;
}): ReactNode => (
  <div className={`${css['tabs']} ${controls['dense']}`}>
    <Segmented
      legend="Pane"
      value={tab}
      onPick={onTab}
      options={TABS.filter((one) => one !== 'screen' || hasScreen).map((value) => ({
        value,
        label: TAB_LABELS[value],
      }))}
    />
  </div>
);
