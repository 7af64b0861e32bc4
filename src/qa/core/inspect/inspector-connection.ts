import { createBrowserInspector, type StatelyInspectionEvent } from '@statelyai/inspect';
import css from './inspector-frame.module.css';

/** Where inspection messages go. `url`: the inspector's page or the WebSocket server. */
export type InspectorTarget = { readonly kind: 'window' | 'frame' | 'socket'; readonly url: string };

const KEY = 'qa.inspect';
const STATELY = 'https://stately.ai/inspect';

const parsedUrl = (text: string, base?: string): URL | null => (URL.canParse(text, base) ? new URL(text, base) : null);

/** The inspector of a build is `VITE_INSPECTOR_URL`; `?inspector=` overrides it for a tab. */
export const inspectorUrl = (params: URLSearchParams, origin: string): string => {
  const given = params.get('inspector') ?? import.meta.env['VITE_INSPECTOR_URL'] ?? STATELY;
  const url = parsedUrl(given, origin);
  return url && /^https?:$/.test(url.protocol) ? url.href : STATELY;
};

/** Reads `?inspect=window|frame|ws://…`; null if it is missing or invalid. */
export const readTarget = (search: string, origin: string): InspectorTarget | null => {
  const params = new URLSearchParams(search);
  const kind = params.get('inspect');
  if (kind === 'window' || kind === 'frame') return { kind, url: inspectorUrl(params, origin) };
  return kind !== null && /^wss?:\/\//.test(kind) && parsedUrl(kind) ? { kind: 'socket', url: kind } : null;
};

type Tab = Pick<Window, 'location' | 'sessionStorage'>;

/** The last target in the tab's URL, which a login or a reload changes. `kind` overrides it; `off` means none. */
export const storedTarget = ({ location, sessionStorage }: Tab, kind?: string): InspectorTarget | null => {
  const given = new URLSearchParams(location.search);
  const isGiven = given.has('inspect');
  // Other parameters may contain a secret.
  const own = [...given].filter(([name]) => name === 'inspect' || name === 'inspector');
  const params = new URLSearchParams(isGiven ? own : (sessionStorage.getItem(KEY) ?? ''));
  if (kind !== undefined) params.set('inspect', kind);
  try {
    if (isGiven || kind !== undefined) sessionStorage.setItem(KEY, `?${params}`);
  } catch {
    // The storage is full: the target is not kept for the next page load.
  }
  return readTarget(params.toString(), location.origin);
};

/** `blocked`: by the browser. `isUnanswered`: no receiver answers at its URL. `isClosed`: the tester has closed its window. */
export type InspectorConnection = {
  readonly send: (message: StatelyInspectionEvent) => void;
  readonly close: () => void;
  readonly blocked: boolean;
  readonly isUnanswered: () => boolean;
  readonly isClosed: () => boolean;
};

const HELLO_LIMIT_MS = 5_000;

type Listen = (event: MessageEvent) => void;

/**
 * The package posts to every origin and trusts every sender. Here both are bound to the inspector's origin, and messages are sent again
 * whenever the inspector loads.
 */
export const openInspectorWindow = (
  browser: Window,
  url: string,
  frame: HTMLIFrameElement | null,
): InspectorConnection => {
  const { origin } = new URL(url, browser.location.href);
  const handlers: Listen[] = [];
  const since = Date.now();
  let hasAnswered = false;
  let target: Window | null = null;
  const peer = (): Window | null => (frame ? frame.contentWindow : target);
  const bound = {
    postMessage: (message: unknown) => {
      const there = peer();
      if (there && !('closed' in there && there.closed)) there.postMessage(message, origin);
    },
  };
  const guarded = {
    open: (wanted: string, name: string) => {
      target = browser.open(wanted, name);
      return bound;
    },
    addEventListener: (type: string, listen: Listen) => {
      const handler: Listen = (event) => {
        if (event.origin !== origin || event.source !== peer()) return;
        hasAnswered = true;
        listen(event);
      };
      handlers.push(handler);
      browser.addEventListener(type as 'message', handler);
    },
  };
  // The package looks for its frame's window only after `load`, which is later than the first hello.
  const guardedFrame = frame && {
    contentWindow: bound,
    addEventListener: (_: string, loaded: () => void) => loaded(),
    setAttribute: (name: string, value: string) => frame.setAttribute(name, value),
  };
  const { adapter } = createBrowserInspector({
    url,
    window: guarded as unknown as Window,
    iframe: guardedFrame as unknown as HTMLIFrameElement | null,
    maxDeferredEvents: Number.POSITIVE_INFINITY,
    serialize: (message) => message,
  });
  return {
    send: (message) => adapter.send(message),
    close: () => {
      adapter.stop();
      for (const handler of handlers) browser.removeEventListener('message', handler);
    },
    blocked: !frame && target === null,
    isUnanswered: () => !hasAnswered && Date.now() - since > HELLO_LIMIT_MS,
    isClosed: () => target?.closed ?? false,
  };
};

const PAUSE_MS = 2_000;

/** Sends to `createInspectorServer`. Unlike the package's adapter it reconnects when the server restarts, and sends everything again. */
const openInspectorSocket = (url: string): InspectorConnection => {
  const sent: string[] = [];
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  const connect = (): void => {
    const opening = new WebSocket(url);
    opening.addEventListener('open', () => {
      socket = opening;
      for (const text of sent) opening.send(text);
    });
    opening.addEventListener('close', () => {
      socket = null;
      if (!closed) timer = setTimeout(connect, PAUSE_MS);
    });
  };
  connect();
  return {
    send: (message) => {
      const text = JSON.stringify(message);
      sent.push(text);
      socket?.send(text);
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
      socket?.close();
    },
    blocked: false,
    isUnanswered: () => socket === null,
    isClosed: () => false,
  };
};

/** Opens an inspector in a panel at the bottom of this page, in a window of its own, or through a socket. */
export const createInspectorConnector =
  (browser: Window) =>
  ({ kind, url }: InspectorTarget): InspectorConnection => {
    if (kind === 'socket') return openInspectorSocket(url);
    if (kind === 'window') return openInspectorWindow(browser, url, null);
    const { body, documentElement } = browser.document;
    const frame = browser.document.createElement('iframe');
    const beside = css['beside'] ?? '';
    frame.id = 'qa-inspector';
    frame.title = 'Inspector';
    frame.className = css['frame'] ?? '';
    body.append(frame);
    documentElement.classList.add(beside);
    const line = openInspectorWindow(browser, url, frame);
    const close = (): void => {
      line.close();
      frame.remove();
      documentElement.classList.remove(beside);
    };
    return { ...line, close };
  };
