import type { Browser } from './browser.ts';

/** Resolves to false if this page has no clipboard, or if the browser refuses access. */
export const copyText = async ({ navigator }: Pick<Browser, 'navigator'>, text: string): Promise<boolean> => {
  if (!navigator.clipboard) return false;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};
