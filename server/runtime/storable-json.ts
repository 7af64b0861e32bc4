const MAX_DEPTH = 20;
/** Text that PostgreSQL cannot store: NUL and unpaired surrogates. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** The text without what PostgreSQL cannot store. */
export const storableText = (text: string): string => text.replaceAll(/\0|\p{Surrogate}/gu, '');

/** Whether the value has at most 20 levels and only text that can be stored. */
export const isStorableJson = (value: unknown, depth = 1): boolean => {
  if (typeof value === 'string') return !UNSTORABLE.test(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth > MAX_DEPTH) return false;
  return Object.entries(value).every(([key, inner]) => !UNSTORABLE.test(key) && isStorableJson(inner, depth + 1));
};
