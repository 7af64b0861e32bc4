import { deleteCaches } from './build-cache.ts';
import type { WorkerScope } from './worker-scope.ts';

/** The kill switch: replaces the worker, deletes its caches and removes itself. Open pages stay open; the next load is from the server. */
const scope = self as unknown as WorkerScope;

const leave = (): Promise<unknown> => Promise.all([deleteCaches(scope.caches), scope.registration.unregister()]);

scope.addEventListener('install', () => void scope.skipWaiting());
scope.addEventListener('activate', (event) => event.waitUntil(leave()));
/**
 * Chromium drops the activation if a request starts the old worker at that moment; the old worker asks for it again at the next load. A page
 * that registers its worker while this one leaves keeps it registered; it sends a message too.
 */
scope.addEventListener('message', (event) => event.waitUntil(Promise.all([scope.skipWaiting(), leave()])));
