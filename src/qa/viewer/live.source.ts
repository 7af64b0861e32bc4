import { type Message, readMessage } from './message.schema.ts';
import { type Timeline, timelineOf } from './timeline.ts';

export type Source = {
  /** The timeline of everything so far; the same object until a message arrives. */
  readonly now: () => Timeline;
  readonly listen: (listener: () => void) => () => void;
  readonly take: (given: unknown) => void;
  readonly replace: (messages: readonly Message[]) => void;
};

/** Collects messages; notifies its listeners at most once per `soon`. */
export const createSource = (soon: (publish: () => void) => void): Source => {
  let messages: readonly Message[] = [];
  let waiting: Message[] = [];
  let timeline = timelineOf(messages);
  const listeners = new Set<() => void>();
  const publish = (next: readonly Message[]): void => {
    messages = next;
    timeline = timelineOf(messages);
    for (const listener of listeners) listener();
  };
  return {
    now: () => timeline,
    listen: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    take: (given) => {
      const message = readMessage(given);
      if (!message) return;
      waiting.push(message);
      if (waiting.length > 1) return;
      soon(() => {
        const received = waiting;
        waiting = [];
        publish([...messages, ...received]);
      });
    },
    replace: (next) => {
      waiting = [];
      publish(next);
    },
  };
};

/** Stops messages of other origins before a receiver gets them: the package's receiver accepts every origin. */
export const stopForeignMessages = (page: Pick<Window, 'addEventListener' | 'location'>): void =>
  page.addEventListener(
    'message',
    (event) => {
      if (event.origin !== page.location.origin) event.stopImmediatePropagation();
    },
    { capture: true },
  );

/** The messages of one page load of the watched page, as they were received. */
type Load = readonly unknown[];

const KEY = 'qa.viewer.live';
/** Characters. A browser gives a tab about 5 MB, and the recording of the page needs most of it. */
const ROOM = 1_500_000;

const read = (storage: Storage): readonly Load[] => {
  try {
    const loads: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(loads) ? loads.filter((load) => Array.isArray(load)) : [];
  } catch {
    return [];
  }
};

const write = (storage: Storage, loads: readonly Load[]): void => {
  storage.removeItem(KEY);
  for (let dropped = 0; dropped < loads.length; dropped += 1) {
    const text = JSON.stringify(loads.slice(dropped));
    if (text.length > ROOM) continue;
    try {
      storage.setItem(KEY, text);
      return;
    } catch {}
  }
};

/**
 * The messages that the live tab received before the watched page was reloaded, which reloads this page too. If they do not fit, the oldest page
 * loads are dropped.
 */
export const createLiveLoads = (browser: Pick<Window, 'sessionStorage' | 'addEventListener'>) => {
  const earlier = read(browser.sessionStorage);
  const current: unknown[] = [];
  browser.addEventListener('pagehide', () => {
    if (current.length > 0) write(browser.sessionStorage, [...earlier, current]);
  });
  return {
    add: (message: unknown): void => {
      current.push(message);
    },
    /** Oldest first. */
    earlier: earlier.map((load): readonly Message[] => load.flatMap((message) => readMessage(message) ?? [])),
  };
};
