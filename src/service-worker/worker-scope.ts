import type { WorkerMessage } from './worker-message.ts';

/** The part of a service worker's global scope that the portal uses; TypeScript's DOM library does not have it. */

export type LifecycleEvent = { readonly waitUntil: (task: Promise<unknown>) => void };

type Route = { readonly condition: { readonly urlPattern: { readonly pathname: string } }; readonly source: 'network' };

type InstallEvent = LifecycleEvent & {
  /** Static routes, in Chromium. */
  readonly addRoutes?: (routes: readonly Route[]) => Promise<void>;
};

export type FetchEvent = LifecycleEvent & {
  readonly request: Request;
  /** For a navigation in Chromium: the id of the page that it replaces; empty in a new window. */
  readonly clientId: string;
  /** The same in other browsers. */
  readonly replacesClientId?: string;
  readonly respondWith: (response: Promise<Response>) => void;
};

type Events = {
  readonly install: InstallEvent;
  readonly activate: LifecycleEvent;
  readonly fetch: FetchEvent;
  readonly message: LifecycleEvent & { readonly data: unknown };
};

export type WorkerScope = {
  readonly addEventListener: <Type extends keyof Events>(type: Type, listen: (event: Events[Type]) => void) => void;
  readonly caches: CacheStorage;
  readonly fetch: typeof globalThis.fetch;
  readonly location: { readonly origin: string };
  readonly clients: {
    readonly claim: () => Promise<void>;
    /** Windows of this origin, including payment windows on it. */
    readonly matchAll: (options: {
      readonly type: 'window';
      readonly includeUncontrolled: boolean;
    }) => Promise<readonly { readonly id: string }[]>;
  };
  readonly registration: {
    readonly waiting: { readonly postMessage: (message: WorkerMessage) => void } | null;
    readonly unregister: () => Promise<boolean>;
  };
  readonly skipWaiting: () => Promise<void>;
};
