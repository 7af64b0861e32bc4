import { startPortalWorker } from './portal-worker.ts';
import type { WorkerScope } from './worker-scope.ts';

startPortalWorker(self as unknown as WorkerScope, PORTAL_FILES);
