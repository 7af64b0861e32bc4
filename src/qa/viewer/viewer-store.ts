import * as v from 'valibot';

export const PANES = ['actors', 'details', 'messages', 'screen', 'timeline'] as const;

/** Sizes of the panes in px; 0: collapsed. The timeline is as high as its lanes: 0 or 1. */
export type PaneSizes = Readonly<Record<(typeof PANES)[number], number>>;

const FILE = 'qa.viewer.file';
const PANE_SIZES = 'qa.viewer.panes';

const size = v.exactOptional(v.pipe(v.number(), v.minValue(0)));
/** Earlier builds stored fewer panes. */
const paneSizes = v.object({ actors: size, details: size, messages: size, screen: size, timeline: size });

const attempt = <Value>(act: () => Value): Value | null => {
  try {
    return act();
  } catch {
    return null;
  }
};

/** Stores the sizes of the panes and, for a reload of this tab, the opened file. Does nothing if the browser refuses storage. */
export const createViewerStore = (browser: Pick<Window, 'localStorage' | 'sessionStorage'>) => ({
  panes: (): Partial<PaneSizes> | null => {
    const read = v.safeParse(
      paneSizes,
      attempt(() => JSON.parse(browser.localStorage.getItem(PANE_SIZES) ?? '')),
    );
    return read.success ? read.output : null;
  },
  setPanes: (sizes: PaneSizes): void => {
    attempt(() => browser.localStorage.setItem(PANE_SIZES, JSON.stringify(sizes)));
  },
  /** The text of the file that this tab opened last; null: none, or too large to store. */
  file: (): string | null => attempt(() => browser.sessionStorage.getItem(FILE)),
  setFile: (text: string): void => {
    attempt(() => browser.sessionStorage.removeItem(FILE));
    attempt(() => browser.sessionStorage.setItem(FILE, text));
  },
});

export type ViewerStore = ReturnType<typeof createViewerStore>;
