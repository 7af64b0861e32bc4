import { checkpoint } from '../runtime/checkpoint.ts';
import type { AppContext } from '../runtime/context.ts';
import { traceHeaders } from '../runtime/trace.ts';
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

/** Signs when sending. Rejects unless the receiver acknowledges. */
export const sendNotification = async (
  { config, clock }: AppContext,
  post: Post,
  event: unknown,
  traceId: string | null,
): Promise<void> => {
  const body = new TextEncoder().encode(JSON.stringify(event));
  const status = await post(body, {
    'Content-Type': 'application/json',
    ...traceHeaders(traceId),
    ...signed(config.webhookSecret, body, clock.now().getTime()),
  });
  checkpoint('notice.sent');
  if (status < 200 || status > 299) throw new Error(`the webhook responded with ${status}`);
};
