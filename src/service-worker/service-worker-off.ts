import { deleteCaches } from './build-cache.ts';
import type { LifecycleEvent, WorkerScope } from './worker-scope.ts';

/** The kill switch: replaces the worker, deletes its caches and removes itself. Open pages stay open; the next load is from the server. */
const scope = self as unknown as WorkerScope;

/** The removal starts only after the installation, so the event can't wait for it. */
const leave = (event: LifecycleEvent): void => {
  event.waitUntil(deleteCaches(scope.caches));
  void scope.registration.unregister();
};

/** No `skipWaiting`: with it, Chromium stops a busy worker and may lose the page load that it answers. */
scope.addEventListener('install', leave);
scope.addEventListener('activate', leave);
/** While another page is open, a page that registers its worker restores the old one. It also sends this worker a message. */
scope.addEventListener('message', leave);
