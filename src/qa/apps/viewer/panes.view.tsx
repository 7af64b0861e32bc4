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
  /** Only a recording can draw the screens of the portal. */
  readonly hasScreen: boolean;
};

/** The panes that the page shows. */
export const shownPanes = ({ isNarrow, drawing, pane, hasScreen }: Layout): ReadonlySet<Pane> => {
  if (isNarrow) return new Set([pane === 'screen' && !hasScreen ? 'chart' : pane]);
  const isShown = (one: Pane): boolean => {
    if (one === 'screen') return hasScreen && drawing !== 'chart';
    return one !== 'chart' || !hasScreen || drawing !== 'screen';
  };
  return new Set(NAMES.filter(isShown));
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
  const { isNarrow, drawing, pane, hasScreen } = layout;
  if (!isNarrow)
    return hasScreen && <Segmented legend="What is drawn" value={drawing} onPick={onDrawing} options={DRAWINGS} />;
  const options = NAMES.filter((one) => one !== 'screen' || hasScreen);
  return (
    <div className={`${css['pane-tabs']} ${page['dense']}`}>
      <Segmented
        legend="Pane"
        value={pane}
        onPick={onPane}
        options={options.map((value) => ({ value, label: PANES[value] }))}
      />
    </div>
  );
};
