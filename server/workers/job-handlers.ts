import * as v from 'valibot';
import type { JobKind } from '../db/schema.ts';
import { deliverOrder } from '../delivery/delivery.ts';
import type { JobHandlers, JobResult } from '../outbox/outbox.ts';
import { checkLatePayment } from '../payments/late-payment-check.ts';
import { processNotification } from '../payments/receive-notification.ts';
import { refundCapture } from '../payments/refund.ts';
import type { PaymentServices } from '../payments/registry.ts';
import type { GameServer } from '../ports/game-server.ts';

const orderJob = v.object({ orderId: v.string() });

/** A refund that the provider has accepted is checked at intervals that double, between these two. */
const MIN_RECHECK_MS = 60_000;
const MAX_RECHECK_MS = 8 * 3_600_000;

const DONE: JobResult = { kind: 'done' };

export const createJobHandlers = (
  services: PaymentServices,
  gameServer: GameServer,
): JobHandlers<Exclude<JobKind, `sandbox-${string}`>> => ({
  deliver: async (job) => {
    await deliverOrder(services.context, gameServer, job);
    return { kind: 'committed' };
  },
  refund: async ({ payload, subject, createdAt }) => {
    if (await refundCapture(services, v.parse(orderJob, payload).orderId, subject)) return DONE;
    const now = services.context.clock.now().getTime();
    const age = now - createdAt.getTime();
    return { kind: 'again', dueAt: new Date(now + Math.min(Math.max(age, MIN_RECHECK_MS), MAX_RECHECK_MS)) };
  },
  'process-notification': async ({ subject }) => {
    await processNotification(services, subject);
    return DONE;
  },
  'check-late-payment': async (job) => {
    const dueAt = await checkLatePayment(services, v.parse(orderJob, job.payload).orderId, job);
    return dueAt ? { kind: 'again', dueAt } : DONE;
  },
});
