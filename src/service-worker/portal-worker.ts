import { type Build, createBuildCache } from './build-cache.ts';
import { readWorkerMessage } from './worker-message.ts';
import type { FetchEvent, WorkerScope } from './worker-scope.ts';

/** Paths that index.html serves. All others reach the server: API, cashier, and anything else that a publisher serves on this host. */
const PORTAL_PAGE = /^\/(?:$|login\/?$|403\/?$|main(?:\/|$))/;

/** A new build waits until no page of the old one is open. A page that is reloaded, or left for another page, does not count as open. */
export const startPortalWorker = (scope: WorkerScope, build: Build): void => {
  const cache = createBuildCache(build, scope);

  const isLastPage = async ({ clientId, replacesClientId }: FetchEvent): Promise<boolean> => {
    const open = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
    return open.every(({ id }) => id === (replacesClientId ?? clientId));
  };

  const pageFor = async (event: FetchEvent): Promise<Response> => {
    const { waiting } = scope.registration;
    const next = waiting && (await isLastPage(event)) ? await cache.nextPage() : undefined;
    if (next) waiting?.postMessage({ type: 'activate' });
    return next ?? (await cache.page()) ?? scope.fetch(event.request);
  };

  scope.addEventListener('install', (event) => {
    event.waitUntil(cache.install());
    // With this route, API calls do not start the worker. A browser that refuses the route uses the fetch event.
    const routes = event.addRoutes?.([{ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' }]);
    if (routes) event.waitUntil(routes.catch(() => undefined));
  });
  scope.addEventListener('activate', (event) => {
    event.waitUntil(Promise.all([cache.deleteOlder(), scope.clients.claim()]));
  });
  scope.addEventListener('message', (event) => {
    const message = readWorkerMessage(event.data);
    if (message)
      event.waitUntil(message.type === 'activate' ? scope.skipWaiting() : cache.storeLanguage(message.language));
  });
  scope.addEventListener('fetch', (event) => {
    const { method, mode, url } = event.request;
    const { origin, pathname } = new URL(url);
    if (method !== 'GET' || origin !== scope.location.origin) return;
    if (pathname.startsWith('/assets/')) event.respondWith(cache.file(event.request, (task) => event.waitUntil(task)));
    else if (mode === 'navigate' && PORTAL_PAGE.test(pathname)) event.respondWith(pageFor(event));
  });
};
