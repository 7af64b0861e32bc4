/** Null if the text is no URL. The oldest supported browsers lack `URL.canParse` and `URL.parse`. */
export const parsedUrl = (text: string, base?: string): URL | null => {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
};
