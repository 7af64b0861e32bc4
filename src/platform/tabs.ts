import { attempt } from './attempt.ts';
import type { Browser, Locks } from './browser.ts';
import { createListeners } from './listeners.ts';
import { isHidden, onShown } from './page-lifecycle.ts';

/** A tab does not receive its own messages. Without BroadcastChannel, as in Firefox without site data, there are none. */
export const openTabChannel = (browser: Pick<Browser, 'BroadcastChannel'>, name: string) => {
  const listeners = createListeners<unknown>();
  const channel = attempt(() => {
    const { BroadcastChannel: Channel } = browser;
    const opened = Channel && new Channel(name);
    if (opened) opened.onmessage = ({ data }) => listeners.call(data);
    return opened;
  });
  return {
    /** Never throws: the caller may be in the middle of something that the player waits for. */
    post: (message: unknown): void => void attempt(() => channel?.postMessage(message)),
    listen: listeners.add,
  };
};

export type TabChannel = ReturnType<typeof openTabChannel>;

/** A free lock is granted in milliseconds. */
const LONGEST_WAIT_MS = 2_000;

/** `gained`: this tab leads. `lost`: another tab has taken over. */
type Lead = { readonly gained: () => void; readonly lost: () => void };

/**
 * Elects one leading tab for `name`: the one that became visible last, because browsers delay the timers of hidden tabs by up to a minute.
 * When it closes, another tab leads. Without the lock API, or if it fails or does not respond, every tab leads.
 */
export const lead = (
  browser: Pick<Browser, 'navigator' | 'document' | 'addEventListener' | 'removeEventListener'>,
  name: string,
  { gained, lost }: Lead,
): (() => void) => {
  const locks = attempt(() => browser.navigator.locks);
  if (!locks) {
    gained();
    return () => {};
  }
  let isOver = false;
  let isLeading = false;
  let release = () => {};
  let waiting = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const gain = () => {
    clearTimeout(timer);
    if (isOver || isLeading) return;
    isLeading = true;
    gained();
  };
  const onLock = () =>
    new Promise<void>((resolve) => {
      release = resolve;
      if (isOver) resolve();
      else gain();
    });
  const onLoss = () => {
    if (isOver || !isLeading) return gain();
    isLeading = false;
    lost();
    wait();
  };
  /** Rejects if the browser refuses. A function that returns no promise counts as a refusal. */
  const request = async (options: Parameters<Locks['request']>[1]): Promise<void> => {
    const held = locks.request(name, options, onLock);
    if (!held) throw new Error('no lock');
    await held;
  };
  const wait = () => {
    const own = new AbortController();
    waiting = own;
    request({ signal: own.signal }).catch(() => {
      if (!own.signal.aborted) onLoss();
    });
  };
  const takeOver = () => {
    if (isLeading) return;
    waiting.abort();
    request({ steal: true }).catch(onLoss);
    clearTimeout(timer);
    timer = setTimeout(gain, LONGEST_WAIT_MS);
  };

  const stop = onShown(browser, takeOver);
  if (isHidden(browser)) wait();
  else takeOver();
  return () => {
    isOver = true;
    clearTimeout(timer);
    stop();
    release();
    waiting.abort();
  };
};
