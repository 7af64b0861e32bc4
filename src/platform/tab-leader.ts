import type { Browser } from './browser.ts';

/** Calls `gained` when this tab becomes the leader for `name`; it leads until the cleanup. Without the lock API, or if it fails, every tab leads. */
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
  let releaseLock = () => {};
  const onLock = () =>
    new Promise<void>((resolve) => {
      releaseLock = resolve;
      if (over) resolve();
      else gained();
    });
  locks.request(name, { signal: ended.signal }, onLock).catch(() => {
    if (!over) gained();
  });
  return () => {
    over = true;
    releaseLock();
    ended.abort();
  };
};
