/**
 * Resolves when every style sheet has loaded or failed. The inline script of the page requests them, so that the static shell is
 * painted without them.
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
