import { claimJobs } from '../../../server/outbox/outbox.ts';
import { claimDueOrders, settleDueOrder } from '../../../server/payments/order-expiry.ts';
import type { PaymentServices } from '../../../server/payments/registry.ts';
import { type JobWorker, tryJob } from '../../../server/workers/worker.ts';

const BATCH = 10;

/** Settles all orders past their deadline. Resolves with their number. */
export const settleDueOrders = async (services: PaymentServices): Promise<number> => {
  let settled = 0;
  for (;;) {
    const due = await claimDueOrders(services.context, [], BATCH);
    if (!due.length) return settled;
    await Promise.all(due.map(({ orderId }) => settleDueOrder(services, orderId)));
    settled += due.length;
  }
};

/** Runs everything that is due now, and the jobs that follow from it. Resolves with the number of jobs and orders. */
export const runDueJobs = async (worker: JobWorker): Promise<number> => {
  const { db, clock } = worker.services.context;
  let done = await settleDueOrders(worker.services);
  for (;;) {
    const jobs = await claimJobs(db, clock.now(), BATCH);
    if (!jobs.length) return done;
    done += jobs.length;
    await Promise.all(jobs.map((job) => tryJob(worker, job)));
  }
};
