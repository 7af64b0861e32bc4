import { setMaxListeners } from 'node:events';
import type { Browser, Channel, Locks, WebStorage } from '../../../src/platform/browser.ts';
import type { PaymentWindow } from '../../../src/platform/payment-windows.ts';
import { createFakeApi, type FakeApi } from '../api/fake-api.ts';

export type FakeMood = 'works' | 'full' | 'forbidden';

export type FakeStore = WebStorage & {
  readonly dump: () => Record<string, string>;
  /** Whether the store works, is full, or throws on every access. Tests may change it at any time. */
  mood: FakeMood;
};

export const createFakeStore = (entries: Record<string, string> = {}): FakeStore => {
  const values = new Map(Object.entries(entries));
  const store: FakeStore = {
    mood: 'works',
    get length() {
      if (store.mood === 'forbidden') throw new DOMException('denied', 'SecurityError');
      return values.size;
    },
    key: (at) => [...values.keys()][at] ?? null,
    getItem: (key) => {
      if (store.mood === 'forbidden') throw new DOMException('denied', 'SecurityError');
      return values.get(key) ?? null;
    },
    setItem: (key, value) => {
      if (store.mood !== 'works') throw new DOMException('full', 'QuotaExceededError');
      values.set(key, value);
    },
    removeItem: (key) => {
      if (store.mood === 'forbidden') throw new DOMException('denied', 'SecurityError');
      values.delete(key);
    },
    dump: () => Object.fromEntries(values),
  };
  return store;
};

export type FakeWindow = PaymentWindow & {
  closed: boolean;
  opener: unknown;
  readonly target: string;
  readonly visited: string[];
  readonly drawn: string[];
  /** The window has a page of another origin: only `closed` is accessible, and `close` has no effect. */
  foreign: boolean;
};

const createFakeWindow = (target: string): FakeWindow => {
  const drawn: string[] = [];
  const visited: string[] = [];
  const element = () => {
    const line = { textContent: '', setAttribute: () => {} };
    return line;
  };
  const document = {
    title: '',
    documentElement: { lang: '' },
    body: {
      style: { setProperty: () => {} },
      append: (line: { textContent: string }) => drawn.push(line.textContent),
    },
    createElement: element,
  } as unknown as PaymentWindow['document'];
  const handle: FakeWindow = {
    closed: false,
    opener: 'the portal',
    target,
    visited,
    drawn,
    foreign: false,
    close: () => {
      handle.closed = true;
    },
    location: {
      get href() {
        if (handle.foreign) throw new DOMException('cross-origin', 'SecurityError');
        return 'about:blank';
      },
      replace: (url) => {
        if (handle.foreign) throw new DOMException('cross-origin', 'SecurityError');
        visited.push(url);
        handle.foreign = true;
      },
    },
    document,
  };
  return handle;
};

type LockRequest = { enter: () => void; refuse: (reason: unknown) => void };

/** The storage, channels and locks that the tabs of one browser share. */
export const createFakeProfile = (stored: Record<string, string> = {}) => {
  const local = createFakeStore(stored);
  const channels = new Set<{ name: string; channel: Channel }>();
  const queues = new Map<string, LockRequest[]>();

  class FakeChannel implements Channel {
    onmessage: Channel['onmessage'] = null;
    readonly #name: string;
    constructor(name: string) {
      this.#name = name;
      channels.add({ name, channel: this });
    }
    postMessage(message: unknown) {
      const data: unknown = structuredClone(message);
      for (const { name, channel } of channels)
        if (name === this.#name && channel !== this) channel.onmessage?.(new MessageEvent('message', { data }));
    }
    close() {
      for (const entry of channels) if (entry.channel === this) channels.delete(entry);
    }
  }

  const locks: Locks = {
    request: async (name, options, withLock) => {
      const queue = queues.get(name) ?? [];
      queues.set(name, queue);
      const own: LockRequest = { enter: () => {}, refuse: () => {} };
      const turn = new Promise<void>((resolve) => {
        own.enter = resolve;
      });
      const refused = new Promise<never>((_, reject) => {
        own.refuse = reject;
      });
      if ('steal' in options) {
        queue.shift()?.refuse(new DOMException('The lock was stolen', 'AbortError'));
        queue.unshift(own);
      } else {
        queue.push(own);
        const { signal } = options;
        signal.addEventListener('abort', () => queue[0] === own || own.refuse(signal.reason));
      }
      if (queue[0] === own) own.enter();
      try {
        await Promise.race([turn, refused]);
        await Promise.race([withLock(), refused]);
      } finally {
        const at = queue.indexOf(own);
        if (at >= 0) queue.splice(at, 1);
        if (at === 0) queue[0]?.enter();
      }
    },
  };

  return { local, locks, FakeChannel, tabs: new Set<EventTarget>() };
};

export type FakeProfile = ReturnType<typeof createFakeProfile>;

/** One tab in memory: the parts of `window` that the platform uses, and controls for tests. */
export const createFakeTab = (profile: FakeProfile = createFakeProfile(), api: FakeApi = createFakeApi()) => {
  const events = new EventTarget();
  const documentEvents = new EventTarget();
  const media = new EventTarget();
  // Each tracked order listens. Node warns from 11 listeners on; a browser has no limit.
  setMaxListeners(0, events, documentEvents);
  const session = createFakeStore();
  const opened: FakeWindow[] = [];
  const clipboard: string[] = [];
  const state = {
    online: true,
    isReachable: true,
    visibility: 'visible',
    mobile: false,
    blocksPopups: false,
  };
  const dataset: Record<string, string | undefined> = {};
  profile.tabs.add(events);

  const storeOf = (store: FakeStore) => {
    if (store.mood === 'forbidden') throw new DOMException('denied', 'SecurityError');
    return store;
  };

  const notifyOthers = (key: string | null) => {
    for (const tab of profile.tabs) if (tab !== events) tab.dispatchEvent(Object.assign(new Event('storage'), { key }));
  };
  /** As in a browser, a write in one tab is an event in the others. */
  const shared: WebStorage = {
    get length() {
      return profile.local.length;
    },
    key: (at) => profile.local.key(at),
    getItem: (key) => profile.local.getItem(key),
    setItem: (key, value) => {
      const changed = profile.local.getItem(key) !== value;
      profile.local.setItem(key, value);
      if (changed) notifyOthers(key);
    },
    removeItem: (key) => {
      const changed = profile.local.getItem(key) !== null;
      profile.local.removeItem(key);
      if (changed) notifyOthers(key);
    },
  };

  const browser: Browser = {
    get localStorage() {
      storeOf(profile.local);
      return shared;
    },
    get sessionStorage() {
      return storeOf(session);
    },
    document: {
      get visibilityState() {
        return state.visibility;
      },
      documentElement: { dataset },
      addEventListener: (type, listen) => documentEvents.addEventListener(type, listen),
      removeEventListener: (type, listen) => documentEvents.removeEventListener(type, listen),
    },
    navigator: {
      get onLine() {
        return state.online;
      },
      locks: profile.locks,
      clipboard: {
        writeText: async (text) => {
          clipboard.push(text);
        },
      },
    },
    location: {
      origin: 'https://portal.example',
      reload: () => undefined,
    },
    performance: { now: () => performance.now() },
    crypto: globalThis.crypto,
    open: (_, target) => {
      if (state.blocksPopups) return null;
      const handle = createFakeWindow(target);
      opened.push(handle);
      return handle;
    },
    print: () => undefined,
    matchMedia: () => ({
      get matches() {
        return state.mobile;
      },
      addEventListener: (type, listen) => media.addEventListener(type, listen),
      removeEventListener: (type, listen) => media.removeEventListener(type, listen),
    }),
    // The probe of the page itself; calls of the API have their own replies.
    fetch: (input, init) => {
      if (init?.method !== 'HEAD') return api.fetch(input, init);
      return state.isReachable ? Promise.resolve(new Response()) : Promise.reject(new TypeError('fetch failed'));
    },
    BroadcastChannel: profile.FakeChannel,
    addEventListener: (type, listen) => events.addEventListener(type, listen),
    removeEventListener: (type, listen) => events.removeEventListener(type, listen),
  };

  return {
    browser,
    api,
    profile,
    session,
    state,
    opened,
    clipboard,
    dataset,
    dispatch: (event: Event) => events.dispatchEvent(event),
    /** A window event of this tab: focus, online, offline, pageshow. */
    fire: (type: string) => events.dispatchEvent(new Event(type)),
    /** The browser shows the page again from its back-forward cache. */
    restore: () => events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
    /** `isReachable`: whether the network works, whatever the browser reports. */
    setOnline: (online: boolean, isReachable = online) => {
      state.online = online;
      state.isReachable = isReachable;
      events.dispatchEvent(new Event(online ? 'online' : 'offline'));
    },
    setVisible: (visible: boolean) => {
      state.visibility = visible ? 'visible' : 'hidden';
      documentEvents.dispatchEvent(new Event('visibilitychange'));
    },
    setMobile: (mobile: boolean) => {
      state.mobile = mobile;
      media.dispatchEvent(new Event('change'));
    },
  };
};
