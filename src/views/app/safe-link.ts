/** An external URL if it is http or https, else null. */
export const safeLink = (url: string | null): string | null => {
  if (url === null || !URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
};
