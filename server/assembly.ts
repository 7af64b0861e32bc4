import type { Mount, StartWorker } from './app-context.ts';
import type { Route } from './routes/route.ts';

/** Every call of the contract that this server answers. */
export const ROUTES: readonly Route[] = [];

/** What is mounted before the calls of the contract: it may add middleware in front of them. */
export const MOUNTS: readonly Mount[] = [];

export const WORKERS: readonly StartWorker[] = [];
