/**
 * Resolves when every style sheet of the page has come, or has failed to. They are asked for by the page's first script, so
 * that its static shell is painted without them.
 */
export const styleSheetsSettled = async (page: Pick<Document, 'querySelectorAll'>): Promise<void> => {
  const links = [...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  const settled = (link: HTMLLinkElement): Promise<void> =>
    new Promise((resolve) => {
      if (link.sheet) return resolve();
      link.addEventListener('load', () => resolve(), { once: true });
      link.addEventListener('error', () => resolve(), { once: true });
    });
  await Promise.all(links.map(settled));
};
