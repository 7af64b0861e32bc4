import { type Message, readMessage } from './message.schema.ts';

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
 * The messages that the live viewer received before the watched page was reloaded, which reloads the viewer too. If they do not fit, the oldest page
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
