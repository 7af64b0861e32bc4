import type { Browser } from './browser.ts';

/** Calls once this tab leads for `name`, and leads until the clean-up. Without the lock API, or if it fails, every tab leads. */
export const lead = (
  { navigator: { locks } }: Pick<Browser, 'navigator'>,
  name: string,
  gained: () => void,
): (() => void) => {
  const ended = new AbortController();
  if (!locks) {
    gained();
    return () => {};
  }
  let over = false;
  let letGo = () => {};
  const whileHeld = () =>
    new Promise<void>((resolve) => {
      letGo = resolve;
      if (over) resolve();
      else gained();
    });
  locks.request(name, { signal: ended.signal }, whileHeld).catch(() => {
    if (!over) gained();
  });
  return () => {
    over = true;
    letGo();
    ended.abort();
  };
};
