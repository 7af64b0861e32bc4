import { safeLink } from './safe-link.ts';

const OWN_PATH = /^\/(?![/\\])[^\s\p{C}\\]*$/u;

/** A link from the publisher's configuration, to the web or to a page on this host. `{locale}` becomes the player's language. */
export const siteLink = (url: string | null, locale: string): string | null => {
  const filled = url?.replaceAll('{locale}', locale) ?? null;
  return filled !== null && OWN_PATH.test(filled) ? filled : safeLink(filled);
};
