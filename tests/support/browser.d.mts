export const findBrowser: () => Promise<string | null>;
export const findFonts: () => boolean;
