import type { PaymentWindow } from './payment-windows.ts';

export type ListenerTarget = {
  readonly addEventListener: (type: string, listen: (event: Event) => void) => void;
  readonly removeEventListener: (type: string, listen: (event: Event) => void) => void;
};

/** The part of Web Storage that the portal uses. Any member may throw, in private mode or when the storage is full. */
export type WebStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export type Channel = {
  onmessage: ((event: MessageEvent) => void) | null;
  readonly postMessage: (message: unknown) => void;
  readonly close: () => void;
};

type MediaQuery = ListenerTarget & { readonly matches: boolean };

export type Locks = {
  readonly request: (
    name: string,
    options: { readonly signal: AbortSignal } | { readonly steal: true },
    onLock: () => Promise<void>,
  ) => Promise<unknown>;
};

/** A call of the API that the script of index.html has started. Names of headers are in lower case. */
export type FirstCall = {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds since the page was opened. */
  readonly startedAt: number;
  readonly response: Promise<Response>;
};

/** The part of `window` that the portal uses. Reading a storage may throw. */
export type Browser = ListenerTarget & {
  /** Absent without a stored session. */
  readonly firstCalls?: readonly FirstCall[];
  /** From the script of index.html, which has removed it from the URL. The portal deletes it. */
  ticket?: string;
  /** From the script of index.html: draws the load error in the static shell. Has no effect once React has replaced the shell. */
  readonly showLoadError?: () => void;
  /** From the script of index.html: reloads the page without the files that the service worker has stored. */
  readonly refreshPage?: () => void;
  readonly localStorage: WebStorage;
  readonly sessionStorage: WebStorage;
  readonly document: ListenerTarget & {
    readonly visibilityState: string;
    readonly documentElement: { readonly dataset: { [name: string]: string | undefined } };
  };
  readonly navigator: {
    readonly onLine: boolean;
    readonly userAgent?: string;
    readonly maxTouchPoints?: number;
    readonly locks?: Locks;
    readonly clipboard?: { readonly writeText: (text: string) => Promise<void> };
  };
  readonly location: { readonly origin: string; readonly reload: () => void };
  readonly performance: { readonly now: () => number };
  readonly crypto: { readonly getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> };
  readonly open: (url: string, target: string) => PaymentWindow | null;
  readonly print: () => void;
  readonly matchMedia: (query: string) => MediaQuery;
  readonly fetch: typeof globalThis.fetch;
  readonly BroadcastChannel?: new (name: string) => Channel;
};
