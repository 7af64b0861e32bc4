import { attempt } from './attempt.ts';
import type { Browser } from './browser.ts';
import { createListeners } from './listeners.ts';

type ConnectedBrowser = Pick<Browser, 'navigator' | 'fetch' | 'addEventListener'>;

/** The time that a probe takes at most, and the pause between two of them. */
const PROBE_MS = 5_000;

export const reportsOffline = ({ navigator }: Pick<Browser, 'navigator'>): boolean =>
  attempt(() => navigator.onLine) === false;

/**
 * `navigator.onLine` is only a hint: on a virtual machine or behind a VPN it may be false although the network works. Sends a request of its
 * own when the browser reports that it is offline, and every five seconds until one succeeds.
 */
export const createConnectivity = (browser: ConnectedBrowser) => {
  const listeners = createListeners<boolean>();
  let online = true;
  /** A response to a request from before the last failure says nothing about the connection since. */
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const report = (next: boolean): void => {
    if (next) clearTimeout(timer);
    online = next;
    listeners.call(next);
  };
  const set = (next: boolean): void => {
    if (next !== online) report(next);
    else if (next) clearTimeout(timer);
  };
  const onFailure = (): void => {
    failures += 1;
    const isOffline = reportsOffline(browser);
    clearTimeout(timer);
    if (isOffline) timer = setTimeout(probe, PROBE_MS);
    set(!isOffline);
  };
  /** A `fetch` whose responses prove that the page is online. */
  const observe =
    (fetch: Browser['fetch']): Browser['fetch'] =>
    async (input, init) => {
      const known = failures;
      try {
        const response = await fetch(input, init);
        if (known === failures) set(true);
        return response;
      } catch (error) {
        if (!init?.signal?.aborted) onFailure();
        throw error;
      }
    };
  const probe = (): void => {
    const tooLong = new AbortController();
    clearTimeout(timer);
    timer = setTimeout(() => tooLong.abort(), PROBE_MS);
    const { signal } = tooLong;
    browser.fetch('/', { method: 'HEAD', cache: 'no-store', signal }).then(() => set(true), onFailure);
  };

  browser.addEventListener('online', () => report(true));
  browser.addEventListener('offline', probe);
  if (reportsOffline(browser)) probe();
  return {
    /** False only if the browser reports that it is offline and a request has failed since. */
    isOnline: (): boolean => online,
    /** Emits the current value, every change, and each report of the browser that the network is back: what failed meanwhile may succeed. */
    watch: (listener: (online: boolean) => void): (() => void) => {
      const stop = listeners.add(listener);
      listener(online);
      return stop;
    },
    observe,
  };
};

export type Connectivity = ReturnType<typeof createConnectivity>;
