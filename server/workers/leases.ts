import { randomUUID } from 'node:crypto';
import { logFailure } from '../db/outage-log.ts';
import { HEARTBEAT_MS, type Job, releaseLeases, renewLeases } from '../outbox/outbox.ts';
import type { AppContext } from '../runtime/context.ts';
import { repeat } from '../runtime/interval.ts';

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
    runWithLease: async (job, task) => {
      running.add(job.id);
      try {
        await task();
      } finally {
        running.delete(job.id);
      }
    },
    stop: async () => {
      void heartbeat.stop();
      await releaseLeases(db, owner, [...running]);
    },
  };
};
