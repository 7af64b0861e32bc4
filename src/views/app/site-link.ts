import { parsedUrl } from '../../ui/parsed-url.ts';

const OWN_PATH = /^\/(?![/\\])[^\s\p{C}\\]*$/u;

/** An external URL if it is http or https, else null. */
export const safeLink = (url: string | null): string | null => {
  const link = url === null ? null : parsedUrl(url);
  return link?.protocol === 'https:' || link?.protocol === 'http:' ? link.href : null;
};

/** A link from the publisher's configuration, to the web or to a page on this host. `{locale}` becomes the player's language. */
export const siteLink = (url: string | null, locale: string): string | null => {
  const filled = url?.replaceAll('{locale}', locale) ?? null;
  return filled !== null && OWN_PATH.test(filled) ? filled : safeLink(filled);
};
