import { attempt } from './attempt.ts';
import type { Browser } from './browser.ts';

/** Resolves to false if this page has no clipboard, or if the browser refuses access. */
export const copyText = async ({ navigator }: Pick<Browser, 'navigator'>, text: string): Promise<boolean> => {
  const written = attempt(() => navigator.clipboard?.writeText(text));
  if (!written) return false;
  try {
    await written;
    return true;
  } catch {
    return false;
  }
};
