const FILE = 'qa.viewer.file';

const attempt = (act: () => string | null): string | null => {
  try {
    return act();
  } catch {
    return null;
  }
};

/** Stores the opened file for a reload of this tab, and for a visit of another tab of the page if the browser has no room for it. */
export const createViewerStore = ({ sessionStorage }: Pick<Window, 'sessionStorage'>) => {
  let opened: string | null = null;
  return {
    file: (): string | null => opened ?? attempt(() => sessionStorage.getItem(FILE)),
    setFile: (text: string): void => {
      opened = text;
      attempt(() => {
        sessionStorage.removeItem(FILE);
        sessionStorage.setItem(FILE, text);
        return null;
      });
    },
  };
};

export type ViewerStore = ReturnType<typeof createViewerStore>;
