import * as v from 'valibot';
import type { JobKind } from '../db/schema.ts';
import type { JobHandlers, JobResult } from '../outbox/outbox.ts';
import { checkpoint } from '../runtime/checkpoint.ts';
import type { AppContext } from '../runtime/context.ts';
import { traceHeaders } from '../runtime/trace.ts';
import { captureLate } from './sandbox-payments.ts';
import { signed } from './sandbox-signature.ts';

/** Posts a signed notification to the server's own webhook. Resolves with the HTTP status. */
export type Post = (body: Uint8Array<ArrayBuffer>, headers: Record<string, string>) => Promise<number>;

const ANY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::', '[::]']);

/** Posts over loopback HTTP, like an external provider. */
export const createWebhookPost = ({ config }: AppContext): Post => {
  const host = ANY_ADDRESS.has(config.host) ? '127.0.0.1' : config.host;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${config.port}/webhooks/sandbox`;
  return async (body, headers) => {
    const signal = AbortSignal.timeout(10_000);
    const response = await fetch(url, { method: 'POST', body, headers, redirect: 'error', signal });
    await response.arrayBuffer();
    return response.status;
  };
};

const lateJob = v.object({ late: v.string() });

const DONE: JobResult = { kind: 'done' };

/** A notification is signed when it is sent, and sent again unless the receiver acknowledges it. */
export const createSandboxHandlers = (
  context: AppContext,
  post: Post,
): JobHandlers<Extract<JobKind, `sandbox-${string}`>> => ({
  'sandbox-notify': async ({ payload, traceId }) => {
    const body = new TextEncoder().encode(JSON.stringify(payload));
    const status = await post(body, {
      'Content-Type': 'application/json',
      ...traceHeaders(traceId),
      ...signed(context.config.webhookSecret, body, context.clock.now().getTime()),
    });
    checkpoint('notice.sent');
    if (status < 200 || status > 299) throw new Error(`the webhook responded with ${status}`);
    return DONE;
  },
  'sandbox-capture-late': async ({ payload }) => {
    const dueAt = await captureLate(context, v.parse(lateJob, payload).late);
    return dueAt ? { kind: 'again', dueAt } : DONE;
  },
});
