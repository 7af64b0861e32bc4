export const TABS = ['chart', 'screen', 'details', 'messages', 'actors'] as const;
export type Tab = (typeof TABS)[number];

/** What a wide page draws of a recording. */
export type DrawingChoice = 'chart' | 'both' | 'screen';

const DRAWINGS: readonly DrawingChoice[] = ['chart', 'both', 'screen'];

export const nextDrawing = (drawing: DrawingChoice): DrawingChoice =>
  DRAWINGS[(DRAWINGS.indexOf(drawing) + 1) % DRAWINGS.length] ?? 'both';

/** Below this width a page has room for one pane. */
export const NARROW = '(max-width: 900px)';

export type Layout = {
  readonly isNarrow: boolean;
  readonly drawing: DrawingChoice;
  /** The pane of a narrow page. */
  readonly tab: Tab;
  /** Only a recording can draw the screens of the portal. */
  readonly hasScreen: boolean;
};

/** The panes that the page shows. */
export const shownPanes = ({ isNarrow, drawing, tab, hasScreen }: Layout): ReadonlySet<Tab> => {
  if (isNarrow) return new Set([tab === 'screen' && !hasScreen ? 'chart' : tab]);
  const isShown = (pane: Tab): boolean => {
    if (pane === 'screen') return hasScreen && drawing !== 'chart';
    return pane !== 'chart' || !hasScreen || drawing !== 'screen';
  };
  return new Set(TABS.filter(isShown));
};
