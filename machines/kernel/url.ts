/** The percent-decoded text; null if it cannot be decoded. */
export const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/** The first value of a query parameter, decoded; null if it is absent or cannot be decoded. */
export const readParam = (search: string, name: string): string | null => {
  for (const pair of search.replace(/^\?/, '').split('&')) {
    const [key = '', ...value] = pair.replaceAll('+', ' ').split('=');
    if (decoded(key) === name) return decoded(value.join('='));
  }
  return null;
};

/** Signs that servers and browsers interpret in a path even if they are encoded, and those that can't be encoded. */
const UNSAFE = /[~/\\\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|^\.+$/gu;
const ESCAPED = /~([\da-f]{4})/g;

const escaped = (text: string): string =>
  text
    .split('')
    .map((unit) => `~${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** An id as one segment of a path: "a/b" is "a~002fb". */
export const toSegment = (id: string): string => encodeURIComponent(id.replace(UNSAFE, escaped));

/** The id of a segment; null if the segment can't be decoded. A path separator in it is not one of `toSegment`. */
export const readSegment = (segment: string): string | null => {
  const text = decoded(segment);
  if (text === null || /^\.+$|[\p{Cc}\p{Zl}\p{Zp}/\\]/u.test(text)) return null;
  return text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
};
