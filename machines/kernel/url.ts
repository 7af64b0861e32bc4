/** Percent-decoded; null when it cannot be. */
export const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/** First value of a query parameter, decoded; null when it is absent or not decodable. */
export const readParam = (search: string, name: string): string | null => {
  for (const pair of search.replace(/^\?/, '').split('&')) {
    const [key = '', ...value] = pair.replaceAll('+', ' ').split('=');
    if (decoded(key) === name) return decoded(value.join('='));
  }
  return null;
};
