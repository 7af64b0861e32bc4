/** A link from outside, if it leads to the web and nowhere else. */
export const safeLink = (url: string | null): string | null => {
  if (url === null || !URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
};
