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
