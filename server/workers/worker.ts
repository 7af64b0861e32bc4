import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { logFailure } from '../db/outage-log.ts';
import { JOB_KINDS, type JobKind } from '../db/schema.ts';
import {
  claimJobs,
  finishJob,
  HEARTBEAT_MS,
  type Job,
  type JobHandlers,
  postponeJob,
  releaseJobs,
  releaseLeases,
  renewLeases,
  rescheduleJob,
} from '../outbox/outbox.ts';
import type { PaymentServices } from '../payments/registry.ts';
import type { AppContext, StartWorker } from '../runtime/context.ts';
import { repeat } from '../runtime/interval.ts';
import { startExpiryLoop } from './expiry-loop.ts';
import { type Loop, startLoop } from './loop.ts';

type Lane = 'delivery' | 'payments' | 'late-payments' | 'sandbox';

/** Lanes run in parallel: a payment provider that does not respond delays no delivery, and no notification waits for unpaid orders. */
const LANE_OF: Readonly<Record<JobKind, Lane>> = {
  deliver: 'delivery',
  refund: 'payments',
  'process-notification': 'payments',
  'check-late-payment': 'late-payments',
  'sandbox-notify': 'sandbox',
  'sandbox-capture-late': 'sandbox',
};

export type JobWorker = { readonly services: PaymentServices; readonly handlers: JobHandlers };

export const tryJob = async ({ services, handlers }: JobWorker, job: Job): Promise<void> => {
  const { db, clock, log, metrics } = services.context;
  try {
    const result = await handlers[job.kind](job);
    if (result.kind === 'done') await finishJob(db, job.id, clock.now());
    if (result.kind === 'again') await rescheduleJob(db, job, result.dueAt);
    metrics.countJob(job.kind, result.kind === 'again' ? 'again' : 'done');
  } catch (error) {
    metrics.countJob(job.kind, 'failed');
    const { kind, subject, traceId, tries } = job;
    log.warn({ job: kind, subject, traceId, tries, err: error }, 'a job failed and will be retried');
    await postponeJob(db, job, clock.now(), error instanceof Error ? error.message : String(error));
  }
};

/** The leases of one worker: each is renewed while its task runs. `stop` ends the renewals and gives up the jobs that still run. */
export const startLeases = ({ db, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log'>) => {
  const owner = randomUUID();
  const running = new Set<number>();
  const renew = async (): Promise<void> => {
    if (!running.size) return;
    try {
      await renewLeases(db, owner, [...running], clock.now());
    } catch (error) {
      logFailure(log, error, 'the leases of running jobs could not be renewed');
    }
  };
  const heartbeat = repeat(HEARTBEAT_MS, renew);
  return {
    owner,
    runWithLease: async (job: Job, task: () => Promise<void>): Promise<void> => {
      running.add(job.id);
      try {
        await task();
      } finally {
        running.delete(job.id);
      }
    },
    stop: async (): Promise<void> => {
      void heartbeat.stop();
      await releaseLeases(db, owner, [...running]);
    },
  };
};

/** Runs the jobs of one lane, a few at a time, until it is stopped. */
const startLane = (worker: JobWorker, leases: ReturnType<typeof startLeases>, lane: Lane): Loop => {
  const { context } = worker.services;
  const { db, clock, log, config } = context;
  const concurrency = lane === 'delivery' ? config.deliveryConcurrency : config.paymentConcurrency;
  const kinds = JOB_KINDS.filter((kind) => LANE_OF[kind] === lane);
  const running = new Set<Promise<void>>();
  const loop = startLoop(context, async () => {
    const free = concurrency - running.size;
    if (free === 0) return;
    for (const job of await claimJobs(db, clock.now(), free, { owner: leases.owner, kinds })) {
      const task = leases
        .runWithLease(job, () => tryJob(worker, job))
        .catch((error: unknown) => logFailure(log, error, 'could not reschedule a failed job'))
        .finally(() => {
          running.delete(task);
          loop.wake();
        });
      running.add(task);
    }
  });
  return {
    wake: loop.wake,
    stop: async () => {
      await loop.stop();
      await Promise.all(running);
    },
  };
};

/** Shorter than the time that the process waits for its workers. A job that is cut off runs again elsewhere, as after a crash. */
const STOP_LIMIT_MS = 15_000;

/** When it is stopped, it claims nothing more, and after `stopLimitMs` gives up the jobs that still run. They stay in the outbox. */
export const startWorker = (worker: JobWorker, stopLimitMs = STOP_LIMIT_MS): ReturnType<StartWorker> => {
  const { context } = worker.services;
  const { db, config, log } = context;
  const leases = startLeases(context);
  const lanes = [...new Set(Object.values(LANE_OF))];
  const starting = (config.databaseUrl === null ? releaseJobs(db) : Promise.resolve())
    .catch((error: unknown) => log.error({ err: error }, 'the leases of an earlier process could not be released'))
    .then(() => [...lanes.map((lane) => startLane(worker, leases, lane)), startExpiryLoop(worker.services)]);
  return {
    stop: async () => {
      const ended = starting.then((loops) => Promise.all(loops.map((loop) => loop.stop())));
      await Promise.race([ended, pause(stopLimitMs, undefined, { ref: false })]);
      await leases
        .stop()
        .catch((error: unknown) => logFailure(log, error, 'the leases of running jobs could not be released'));
    },
  };
};
