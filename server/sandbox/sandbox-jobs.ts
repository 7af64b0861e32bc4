import * as v from 'valibot';
import type { JobKind } from '../db/schema.ts';
import type { JobHandlers, JobResult } from '../outbox/outbox.ts';
import type { AppContext } from '../runtime/context.ts';
import { type Post, sendNotification } from './sandbox-notification.ts';
import { captureLate } from './sandbox-payments.ts';

const lateJob = v.object({ late: v.string() });

const DONE: JobResult = { kind: 'done' };

export const createSandboxHandlers = (
  context: AppContext,
  post: Post,
): JobHandlers<Extract<JobKind, `sandbox-${string}`>> => ({
  'sandbox-notify': async ({ payload, traceId }) => {
    await sendNotification(context, post, payload, traceId);
    return DONE;
  },
  'sandbox-capture-late': async ({ payload }) => {
    const dueAt = await captureLate(context, v.parse(lateJob, payload).late);
    return dueAt ? { kind: 'again', dueAt } : DONE;
  },
});
