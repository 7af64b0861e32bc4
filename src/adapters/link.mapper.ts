const PLAIN = /^[^\s\p{C}\\]+$/u;

/** A link that may be offered to a player: http(s), or a path of the portal itself; null otherwise. */
export const toLink = (text: string | null): string | null => {
  if (text === null || !PLAIN.test(text)) return null;
  return /^https?:\/\/[^/]/i.test(text) || /^\/(?!\/)/.test(text) ? text : null;
};
