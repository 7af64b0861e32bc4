import * as v from 'valibot';
import { gameServerOf } from '../app/configured-game-server.ts';
import { logFailure } from '../db/outage-log.ts';
import { deliverOrder } from '../delivery/delivery.ts';
import type { AppContext, StartWorker } from '../kernel/context.ts';
import {
  claimJobs,
  finishJob,
  JOB_KINDS,
  type Job,
  postponeJob,
  releaseJobs,
  rescheduleJob,
} from '../outbox/outbox.ts';
import { checkLatePayment } from '../payments/late-payment-check.ts';
import { latePaymentOrder } from '../payments/late-payment-job.ts';
import { expireDueOrders } from '../payments/order-expiry.ts';
import { processNotification } from '../payments/receive-notification.ts';
import { refundCapture } from '../payments/refund.ts';
import { type PaymentContext, paymentContext } from '../payments/registry.ts';
import type { GameServer } from '../ports/game-server.ts';
import { type Post, postToOwnWebhook, sendNotification } from '../sandbox/sandbox-notification.ts';
import { captureLate } from '../sandbox/sandbox-payments.ts';
import { startExpiryLoop } from './expiry-loop.ts';
import { keepLeases, type Leases } from './leases.ts';
import { type Loop, startLoop } from './loop.ts';

/** Jobs of one lane that run at the same time. */
const AT_ONCE = 10;

type Lane = 'delivery' | 'payments' | 'sandbox';

/** Lanes run beside each other: a payment provider that does not answer delays no delivery. */
const LANE_OF: Readonly<Record<Job['kind'], Lane>> = {
  deliver: 'delivery',
  sync: 'payments',
  refund: 'payments',
  notify: 'sandbox',
};

export type WorkerPorts = { readonly money: PaymentContext; readonly gameServer: GameServer; readonly post: Post };

export const workerPorts = (context: AppContext): WorkerPorts => ({
  money: paymentContext(context),
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
      const orderId = latePaymentOrder(job);
      const again = orderId === null ? null : await checkLatePayment(money, orderId, job);
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

/** Everything that is due now, and what follows from it. Resolves with how much there was. */
export const workOnce = async (ports: WorkerPorts): Promise<number> => {
  const { db, clock } = ports.money.context;
  let done = await expireDueOrders(ports.money);
  for (;;) {
    const jobs = await claimJobs(db, clock.now(), AT_ONCE);
    if (!jobs.length) return done;
    done += jobs.length;
    await Promise.all(jobs.map((job) => tryJob(ports, job)));
  }
};

/** Runs the jobs of one lane, a few at a time, until it is stopped. */
const startLane = (ports: WorkerPorts, leases: Leases, lane: Lane): Loop => {
  const { context } = ports.money;
  const { db, clock, log } = context;
  const kinds = JOB_KINDS.filter((kind) => LANE_OF[kind] === lane);
  const running = new Set<Promise<void>>();
  const loop = startLoop(context, async () => {
    const free = AT_ONCE - running.size;
    if (free === 0) return;
    for (const job of await claimJobs(db, clock.now(), free, { owner: leases.owner, kinds })) {
      const work = leases
        .during(job, () => tryJob(ports, job))
        .catch((error: unknown) => logFailure(log, error, () => log.error({ err: error }, 'a job was not put back')))
        .finally(() => {
          running.delete(work);
          loop.wake();
        });
      running.add(work);
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

/** Delivers, refunds, notifies and lets orders expire, until it is stopped. What a stopped worker leaves is in the outbox. */
export const startWorker = (ports: WorkerPorts): ReturnType<StartWorker> => {
  const { context } = ports.money;
  const { db, config, log } = context;
  const leases = keepLeases(context);
  const lanes = [...new Set(Object.values(LANE_OF))];
  const prepare = async (): Promise<void> => {
    if (config.databaseUrl === null) await releaseJobs(db);
  };
  const starting = prepare()
    .catch((error: unknown) => log.error({ err: error }, 'claims of an earlier process were not released'))
    .then(() => [...lanes.map((lane) => startLane(ports, leases, lane)), startExpiryLoop(ports.money)]);
  return {
    stop: async () => {
      const loops = await starting;
      await Promise.all(loops.map((loop) => loop.stop()));
      leases.stop();
    },
  };
};

export const startDeliveryWorker: StartWorker = (context) => startWorker(workerPorts(context));
