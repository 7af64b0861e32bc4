import type { Browser } from './browser.ts';

/** False when the browser has no clipboard for this page, or refused. */
export const copyText = async ({ navigator }: Pick<Browser, 'navigator'>, text: string): Promise<boolean> => {
  if (!navigator.clipboard) return false;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};
