import { deleteCaches } from './build-cache.ts';
import type { WorkerScope } from './worker-scope.ts';

/** The kill switch: replaces the worker, deletes its caches and removes itself. Open pages stay open; the next load is from the server. */
const scope = self as unknown as WorkerScope;

scope.addEventListener('install', () => void scope.skipWaiting());
scope.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteCaches(scope.caches), scope.registration.unregister()]));
});
