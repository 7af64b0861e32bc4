import { attempt } from './attempt.ts';
import type { Browser } from './browser.ts';
import { listenTo, stopAll } from './listeners.ts';
import { onHidden, onShown } from './page-lifecycle.ts';

/**
 * Calls `listener` with the new text (null: removed) when another tab changes `key`. A page in the back-forward cache receives no
 * event, so the text is also compared when the page is shown again. In that case, the listener may receive a change that this page stored while
 * it was hidden.
 */
export const onStoredChange = (
  browser: Pick<Browser, 'document' | 'localStorage' | 'addEventListener' | 'removeEventListener'>,
  key: string,
  listener: (text: string | null) => void,
): (() => void) => {
  const current = (): string | null => attempt(() => browser.localStorage.getItem(key)) ?? null;
  let known = current();
  const remember = () => {
    known = current();
  };
  const compare = () => {
    const before = known;
    remember();
    if (known !== before) listener(known);
  };
  const onStorage = (event: Event) => {
    const changed = 'key' in event ? event.key : undefined;
    // A null key means that the other tab cleared the storage.
    if (changed !== key && changed !== null) return;
    remember();
    listener(known);
  };
  return stopAll(listenTo(browser, ['storage'], onStorage), onHidden(browser, remember), onShown(browser, compare));
};
