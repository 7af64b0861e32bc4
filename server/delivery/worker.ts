import * as v from 'valibot';
import type { AppContext, StartWorker } from '../app-context.ts';
import { expireDueOrders } from '../orders/order-expiry.ts';
import { watchLate } from '../payments/late-watch.ts';
import { watchedOrder } from '../payments/late-watch-job.ts';
import { processNotification } from '../payments/notification-intake.ts';
import { refundCapture } from '../payments/refund.ts';
import { type Money, moneyOf } from '../payments/registry.ts';
import { captureLate } from '../payments/sandbox/sandbox.books.ts';
import { type Post, postToOwnWebhook, sendNotification } from '../payments/sandbox/sandbox.post.ts';
import { gameServerOf } from './configured-game-server.ts';
import { deliverOrder } from './delivery.ts';
import type { GameServer } from './game-server.ts';
import { claimJobs, finishJob, type Job, postponeJob, releaseJobs, rescheduleJob } from './outbox.ts';
import { onWake } from './wake.ts';

/** How often work is looked for that no one in this process has announced, or that was to wait. */
const POLL_MS = 500;
const BATCH = 10;

export type WorkerPorts = { readonly money: Money; readonly gameServer: GameServer; readonly post: Post };

export const workerPorts = (context: AppContext): WorkerPorts => ({
  money: moneyOf(context),
  gameServer: gameServerOf(context),
  post: postToOwnWebhook(context),
});

const refundJob = v.object({ orderId: v.string() });
const lateJob = v.object({ late: v.string() });

const runJob = async ({ money, gameServer, post }: WorkerPorts, job: Job): Promise<void> => {
  const { context } = money;
  const { db, clock } = context;
  switch (job.kind) {
    case 'deliver':
      return deliverOrder(context, gameServer, job);
    case 'sync': {
      const orderId = watchedOrder(job);
      const again = orderId === null ? null : await watchLate(money, orderId, job);
      if (again) return rescheduleJob(db, job, again);
      if (orderId === null) await processNotification(money, job.subject);
      break;
    }
    case 'refund':
      await refundCapture(money, v.parse(refundJob, job.payload).orderId, job.subject);
      break;
    case 'notify': {
      const late = v.safeParse(lateJob, job.payload);
      const again = late.success ? await captureLate(context, late.output.late) : null;
      if (again) return rescheduleJob(db, job, again);
      if (!late.success) await sendNotification(context, post, job.payload);
      break;
    }
  }
  await finishJob(db, job.id, clock.now());
};

const tryJob = async (ports: WorkerPorts, job: Job): Promise<void> => {
  const { db, clock, log } = ports.money.context;
  try {
    await runJob(ports, job);
  } catch (error) {
    log.warn(
      { job: job.kind, subject: job.subject, tries: job.tries, err: error },
      'a job failed and will be tried again',
    );
    await postponeJob(db, job, clock.now(), error instanceof Error ? error.message : String(error));
  }
};

/** Everything that is due now, and what follows from it. Returns how much there was. */
export const workOnce = async (ports: WorkerPorts): Promise<number> => {
  const { db, clock } = ports.money.context;
  let done = await expireDueOrders(ports.money);
  for (;;) {
    const jobs = await claimJobs(db, clock.now(), BATCH);
    if (!jobs.length) return done;
    done += jobs.length;
    await Promise.all(jobs.map((job) => tryJob(ports, job)));
  }
};

/** Delivers, refunds, notifies and lets orders expire, until it is stopped. What a stopped worker leaves is in the outbox. */
export const startDeliveryWorker: StartWorker = (context) => {
  const { db, config, log } = context;
  const ports = workerPorts(context);
  let isStopped = false;
  let isWoken = false;
  let rouse = (): void => undefined;

  const wake = (): void => {
    isWoken = true;
    rouse();
  };
  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      if (isWoken || isStopped) return resolve();
      const timer = setTimeout(resolve, POLL_MS);
      rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const run = async (): Promise<void> => {
    if (config.databaseUrl === null) await releaseJobs(db);
    while (!isStopped) {
      isWoken = false;
      try {
        await workOnce(ports);
      } catch (error) {
        log.error({ err: error }, 'the worker stumbled and goes on');
      }
      await rest();
    }
  };

  const forget = onWake(db, wake);
  const running = run().catch((error: unknown) => log.fatal({ err: error }, 'the worker has ended'));
  return {
    stop: async () => {
      isStopped = true;
      forget();
      wake();
      await running;
    },
  };
};
