import * as v from 'valibot';
import { type OrderStatus, statusOfCode } from '../../machines/order/order.status.ts';
import { epointPaymentIdsDetail, paymentCreateEpoint } from '../../src/contract/epoint.contract.ts';
import { IDEMPOTENCY_HEADER } from '../../src/contract/headers.ts';
import { orderRecord, orderWebCreate } from '../../src/contract/order.contract.ts';
import type { FaultProfile } from './fault-profile.ts';
import type { Intents } from './intents.ts';
import type { Invariants } from './invariants.ts';
import type { Random } from './seeded-random.ts';
import type { Owner, SimulatedClock } from './simulated-clock.ts';
import type { Network } from './simulated-network.ts';
import type { SimulatedServer } from './simulated-server.ts';

const READS: readonly string[] = [orderRecord.path, epointPaymentIdsDetail.path];
const CREATIONS: readonly string[] = [orderWebCreate.path, paymentCreateEpoint.path];
/** Longer than every deadline of portal and server. */
const PATIENCE_MS = 90_000;

const created = v.object({
  code: v.literal(0),
  result: v.object({ sdk_order_id: v.optional(v.string()), paymentId: v.optional(v.string()) }),
});

/** The order in the response to its creation; null: a refusal, or an incomplete response. */
const orderIn = (text: string): string | null => {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), created), text);
  return read.success ? (read.output.result.sdk_order_id ?? read.output.result.paymentId ?? null) : null;
};

const wanted = v.object({
  sdk_order_id: v.optional(v.string()),
  paymentIds: v.optional(v.array(v.string())),
});
const answeredRow = v.object({ sdk_order_id: v.string(), status: v.number() });

/** The order whose record a request reads; null for any other request. */
const orderWantedBy = (url: string, body: RequestInit['body']): string | null => {
  if (!READS.some((path) => url.endsWith(path)) || typeof body !== 'string') return null;
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), wanted), body);
  return read.success ? (read.output.sdk_order_id ?? read.output.paymentIds?.[0] ?? null) : null;
};

const statusIn = (text: string, orderId: string): OrderStatus | null => {
  const find = (value: unknown): OrderStatus | null => {
    if (typeof value !== 'object' || value === null) return null;
    const row = v.safeParse(answeredRow, value);
    if (row.success && row.output.sdk_order_id === orderId) return statusOfCode(row.output.status) ?? null;
    for (const part of Object.values(value)) {
      const found = find(part);
      if (found) return found;
    }
    return null;
  };
  const read = v.safeParse(v.pipe(v.string(), v.parseJson()), text);
  return read.success ? find(read.output) : null;
};

type Parts = {
  readonly clock: SimulatedClock;
  readonly network: Network;
  readonly server: SimulatedServer;
  readonly intents: Intents;
  readonly reportViolation: Invariants['reportViolation'];
  readonly random: Random;
  readonly faultProfile: () => FaultProfile;
  /** A tab has received the record of the order that it requested at `sentAt` (epoch ms). */
  readonly onRecord: (owner: Owner, orderId: string, status: OrderStatus, sentAt: number) => void;
};

type Answer = { readonly status: number; readonly headers: Headers; readonly text: string };

/** `fetch` of a tab: its requests cross the simulated network to the server. */
export const createTabFetch = ({
  clock,
  network,
  server,
  intents,
  reportViolation,
  random,
  faultProfile,
  onRecord,
}: Parts) => {
  const sendRequest = (owner: Owner, key: string | null, request: () => Request): Promise<Answer> =>
    network.exchange<Answer>(owner, 'network', (answer) =>
      server.handle(request)((response) => {
        if (!response) return answer(null);
        const { status, headers } = response;
        response.text().then(
          (text) => {
            const orderId = key && orderIn(text);
            if (key && orderId) intents.answered(key, orderId);
            answer({ status, headers, text });
          },
          () => answer(null),
        );
      }),
    );

  return (owner: Owner, url: string, { signal, ...init }: RequestInit): Promise<Response> => {
    const key = CREATIONS.some((path) => url.endsWith(path)) ? new Headers(init.headers).get(IDEMPOTENCY_HEADER) : null;
    if (key) intents.sent(key);
    const sentAt = clock.now();
    return new Promise((resolve, reject) => {
      let isOpen = true;
      const end = (): void => {
        isOpen = false;
        signal?.removeEventListener('abort', abort);
      };
      const abort = (): void => {
        end();
        reject(new DOMException('aborted', 'AbortError'));
      };
      if (signal?.aborted) return abort();
      signal?.addEventListener('abort', abort);
      clock.after(PATIENCE_MS, () => {
        if (isOpen && owner.isAlive) reportViolation('nothing-stuck', `${url} has waited for ${PATIENCE_MS} ms`);
      });
      sendRequest(owner, key, () => new Request(url, init as RequestInit)).then(
        ({ status, headers, text }) => {
          const body = random.chance(faultProfile().network / 4) ? text.slice(0, Math.floor(text.length / 2)) : text;
          const orderId = isOpen && key && orderIn(body);
          if (orderId) intents.acknowledged(orderId, key);
          const wantedId = isOpen && status === 200 ? orderWantedBy(url, init.body) : null;
          const known = wantedId && statusIn(body, wantedId);
          if (known) onRecord(owner, wantedId, known, sentAt);
          end();
          resolve(new Response(status === 204 ? null : body, { status, headers }));
        },
        (error) => {
          end();
          reject(error);
        },
      );
    });
  };
};

export type TabFetch = ReturnType<typeof createTabFetch>;
