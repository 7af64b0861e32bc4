import { type PaymentServices, paymentServices } from '../payments/registry.ts';
import type { GameServer } from '../ports/game-server.ts';
import type { AppContext, StartWorker } from '../runtime/context.ts';
import { createSandboxHandlers, createWebhookPost, type Post } from '../sandbox/sandbox-jobs.ts';
import { startBacklog } from '../workers/backlog.ts';
import { startHousekeeping } from '../workers/housekeeping.ts';
import { createJobHandlers } from '../workers/job-handlers.ts';
import { startReconciliation } from '../workers/reconciliation.ts';
import { type JobWorker, startWorker } from '../workers/worker.ts';

export type WorkerPorts = { readonly services: PaymentServices; readonly gameServer: GameServer; readonly post: Post };

export const workerPorts = (context: AppContext): WorkerPorts => ({
  services: paymentServices(context),
  gameServer: context.ports.gameServer(context),
  post: createWebhookPost(context),
});

export const createJobWorker = ({ services, gameServer, post }: WorkerPorts): JobWorker => ({
  services,
  handlers: { ...createJobHandlers(services, gameServer), ...createSandboxHandlers(services.context, post) },
});

export const startJobWorker: StartWorker = (context) => startWorker(createJobWorker(workerPorts(context)));

/** Background work, started once the server listens. */
export const WORKERS: readonly StartWorker[] = [startJobWorker, startHousekeeping, startReconciliation, startBacklog];
