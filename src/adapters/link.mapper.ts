const PLAIN = /^[^\s\p{C}\\]+$/u;

/** Allows http(s) URLs and paths of the portal; null for anything else. */
export const toLink = (text: string | null): string | null => {
  if (text === null || !PLAIN.test(text)) return null;
  return /^https?:\/\/[^/]/i.test(text) || /^\/(?!\/)/.test(text) ? text : null;
};
