import { randomUUID } from 'node:crypto';
import { logFailure } from '../db/outage-log.ts';
import { HEARTBEAT_MS, type Job, releaseLeases, renewLeases } from '../outbox/outbox.ts';
import type { AppContext } from '../runtime/context.ts';

/** The leases of one worker. `runWithLease` renews the lease of its job while the task runs. */
export type Leases = {
  readonly owner: string;
  readonly runWithLease: (job: Job, task: () => Promise<void>) => Promise<void>;
  /** Ends the renewals, and gives up the jobs that still run. */
  readonly stop: () => Promise<void>;
};

export const startLeases = ({ db, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log'>): Leases => {
  const owner = randomUUID();
  const running = new Set<number>();
  const beat = async (): Promise<void> => {
    try {
      await renewLeases(db, owner, [...running], clock.now());
    } catch (error) {
      logFailure(log, error, 'the leases of running jobs could not be renewed');
    }
  };
  /** While a renewal waits for a slow database, no other one starts, so that renewals take only one connection. */
  let isBeating = false;
  const heartbeat = setInterval(() => {
    if (!running.size || isBeating) return;
    isBeating = true;
    void beat().finally(() => {
      isBeating = false;
    });
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    owner,
    runWithLease: async (job, task) => {
      running.add(job.id);
      try {
        await task();
      } finally {
        running.delete(job.id);
      }
    },
    stop: async () => {
      clearInterval(heartbeat);
      await releaseLeases(db, owner, [...running]);
    },
  };
};
