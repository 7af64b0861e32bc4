import type { ReactNode } from 'react';
import { Segmented } from '../../../ui/segmented.tsx';
import page from '../page/qa-page.module.css';
import css from './viewer.module.css';

const PANES = {
  chart: 'Chart',
  screen: 'Screen',
  details: 'Details',
  messages: 'Messages',
  actors: 'Actors',
} as const;

export type Pane = keyof typeof PANES;

const NAMES = Object.keys(PANES) as Pane[];

/** What a wide page draws of a recording. */
export type DrawingChoice = 'chart' | 'both' | 'screen';

/** Below this width a page has room for one pane. */
export const NARROW = '(max-width: 900px)';

export type Layout = {
  readonly isNarrow: boolean;
  readonly drawing: DrawingChoice;
  /** The pane of a narrow page. */
  readonly pane: Pane;
};

/** The panes that the page shows. */
export const shownPanes = ({ isNarrow, drawing, pane }: Layout): ReadonlySet<Pane> => {
  if (isNarrow) return new Set([pane]);
  const hidden = { chart: 'screen', screen: 'chart', both: null }[drawing];
  return new Set(NAMES.filter((one) => one !== hidden));
};

const DRAWINGS: readonly { readonly value: DrawingChoice; readonly label: string }[] = [
  { value: 'chart', label: 'Chart' },
  { value: 'both', label: 'Both' },
  { value: 'screen', label: 'Screen' },
];

export type PaneChoiceProps = {
  readonly layout: Layout;
  readonly onDrawing: (drawing: DrawingChoice) => void;
  readonly onPane: (pane: Pane) => void;
};

/** On a wide page: what is drawn in the middle. On a narrow page: the pane that it shows. */
export const PaneChoice = ({ layout, onDrawing, onPane }: PaneChoiceProps): ReactNode => {
  const { isNarrow, drawing, pane } = layout;
  if (!isNarrow) return <Segmented legend="What is drawn" value={drawing} onPick={onDrawing} options={DRAWINGS} />;
  return (
    <div className={`${css['pane-tabs']} ${page['dense']}`}>
      <Segmented
        legend="Pane"
        value={pane}
        onPick={onPane}
        options={NAMES.map((value) => ({ value, label: PANES[value] }))}
      />
    </div>
  );
};
