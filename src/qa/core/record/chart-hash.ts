const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

const fnv = (text: string, basis: number): number => {
  let hash = basis;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  return hash >>> 0;
};

const hex = (value: number): string => value.toString(16).padStart(8, '0');

export const textHash = (text: string): string => hex(fnv(text, BASIS)) + hex(fnv(text, BASIS ^ text.length));

/** A hash that tells whether a chart is the recorded chart. Functions do not count: a build renames them. */
export const chartHash = (config: unknown): string => textHash(JSON.stringify(config));
