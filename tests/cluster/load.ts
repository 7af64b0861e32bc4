import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { DEMO_SERVER } from '../../server/demo-environment.mjs';
import { signed } from '../../server/sandbox/sandbox-signature.ts';
import { orderRecord, orderWebCreate, orderWebProduct } from '../../src/contract/order.contract.ts';
import { createPlayer, get, type Player, post, recordOf, statusIn } from '../support/api/player-client.ts';
import { newGate } from '../support/machines/gate.ts';

/** What a request is for; `pay` and `look` use the sandbox. */
export type Call = 'create' | 'poll' | 'webhook' | 'items' | 'pay' | 'look';

/**
 * One request. `at`: when the response arrived, in ms of `performance.now`. `status` 0: no response. `code`: the code of the response; null:
 * it has none. `detail`: why it failed.
 */
export type Sample = {
  readonly call: Call;
  readonly at: number;
  readonly ms: number;
  readonly status: number;
  readonly code: number | null;
  readonly isSuccess: boolean;
  readonly hasRetryAfter: boolean;
  readonly detail: string;
};

type Hold = { readonly isComplete: () => boolean; readonly release: () => void };

export type Load = {
  readonly samples: readonly Sample[];
  readonly acknowledged: ReadonlySet<string>;
  /** The player at index n stops before its next call of the kind `calls[n % calls.length]`. */
  readonly holdBefore: (calls: readonly Call[]) => Hold;
  /** Starts no further purchases; resolves when the running purchases are delivered. */
  readonly stop: () => Promise<void>;
};

const THINK_MS = 80;
const POLL_MS = 1_050;
const RETRY_MS = 100;
/** A request or a purchase takes longer only if something is lost. Longer than the longest outage. */
const LIMIT_MS = 240_000;
const DETAIL_CHARACTERS = 300;

const DELIVERED = 4;

const answer = v.object({ code: v.number(), result: v.optional(v.unknown()) });
const created = v.object({ sdk_order_id: v.string() });
const debug = v.object({ books: v.object({ reference: v.string(), amountMinor: v.number() }) });

const describe = (error: unknown): string =>
  error instanceof Error
    ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`.trim()
    : String(error);

type Outcome = Omit<Sample, 'call' | 'at' | 'ms'> & { readonly result: unknown };

const outcomeOf = async (call: Call, response: Response): Promise<Outcome> => {
  const { status } = response;
  const text = await response.text();
  const hasRetryAfter = response.headers.has('retry-after');
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const read = v.safeParse(answer, isJson ? JSON.parse(text) : null);
  const code = read.success ? read.output.code : null;
  const isSuccess = status === 200 && (code === 0 || call === 'webhook');
  const detail = isSuccess ? '' : text.slice(0, DETAIL_CHARACTERS);
  return { status, code, isSuccess, hasRetryAfter, detail, result: read.success ? read.output.result : null };
};

const broken = (error: unknown): Outcome => ({
  status: 0,
  code: null,
  isSuccess: false,
  hasRetryAfter: false,
  detail: describe(error),
  result: null,
});

/** Sends a request until it succeeds, as a browser or a provider does, and adds each attempt to `samples`. */
const sendUntilSuccess = async (samples: Sample[], call: Call, attempt: () => Promise<Response>): Promise<unknown> => {
  const end = performance.now() + LIMIT_MS;
  for (;;) {
    const since = performance.now();
    const { result, ...outcome } = await attempt()
      .then((response) => outcomeOf(call, response))
      .catch(broken);
    const at = performance.now();
    samples.push({ call, at, ms: at - since, ...outcome });
    if (outcome.isSuccess) return result;
    if (at > end) throw new Error(`${call} does not succeed: HTTP ${outcome.status} ${outcome.detail}`);
    await pause(RETRY_MS);
  }
};

/** Players that buy one item after the other: create, pay, two equal notifications, polls until it is delivered. */
export const startLoad = async (url: string, count: number): Promise<Load> => {
  const players: Player[] = [];
  for (let number = 0; number < count; number += 1) players.push(await createPlayer(url));
  const samples: Sample[] = [];
  const acknowledged = new Set<string>();
  let isStopped = false;
  let held: {
    readonly calls: readonly Call[];
    readonly released: Promise<void>;
    readonly waiting: Set<Player>;
  } | null = null;

  const sendUnlessHeld = async (player: Player, call: Call, attempt: () => Promise<Response>): Promise<unknown> => {
    if (held && held.calls[players.indexOf(player) % held.calls.length] === call) {
      held.waiting.add(player);
      await held.released;
    }
    return sendUntilSuccess(samples, call, attempt);
  };

  const send = (
    player: Player,
    call: Call,
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = player.headers,
  ): Promise<unknown> => sendUnlessHeld(player, call, () => post(`${url}${path}`, JSON.stringify(body), headers));

  const notify = async (player: Player, orderId: string): Promise<void> => {
    const look = await sendUnlessHeld(player, 'look', () => get(`${url}/sandbox/orders/${orderId}`));
    const { reference, amountMinor } = v.parse(debug, look).books;
    const event = {
      event_id: `${reference}-captured-1`,
      type: 'payment.captured',
      reference,
      order_id: orderId,
      amount_minor: amountMinor,
      currency: 'USD',
    };
    const body = new TextEncoder().encode(JSON.stringify(event));
    for (let copy = 0; copy < 2; copy += 1)
      await sendUnlessHeld(player, 'webhook', () =>
        post(`${url}/webhooks/sandbox`, body, signed(DEMO_SERVER.WEBHOOK_SECRET, body, Date.now())),
      );
  };

  const untilDelivered = async (player: Player, orderId: string): Promise<void> => {
    const end = performance.now() + LIMIT_MS;
    for (;;) {
      if (statusIn(await send(player, 'poll', orderRecord.path, recordOf(orderId))) === DELIVERED) return;
      if (performance.now() > end) throw new Error(`order ${orderId} is not delivered`);
      await pause(POLL_MS);
    }
  };

  const buy = async (player: Player, number: number): Promise<void> => {
    const { headers, target, names, items, channel } = player;
    await send(player, 'items', orderWebProduct.path, target);
    const choice = { ...target, ...names, cp_goods_id: items[number % items.length], channel_code: channel };
    const key = { ...headers, 'idempotency-key': randomUUID() };
    const { sdk_order_id } = v.parse(created, await send(player, 'create', orderWebCreate.path, choice, key));
    acknowledged.add(sdk_order_id);
    await pause(THINK_MS);
    await send(player, 'pay', `/sandbox/orders/${sdk_order_id}/pay`, {});
    await notify(player, sdk_order_id);
    await untilDelivered(player, sdk_order_id);
    await pause(THINK_MS);
  };
  const running = players.map(async (player) => {
    for (let number = 0; !isStopped; number += 1) await buy(player, number);
  });
  const all = Promise.all(running);
  all.catch(() => undefined);
  return {
    samples,
    acknowledged,
    holdBefore: (calls) => {
      const { passed, open } = newGate();
      const waiting = new Set<Player>();
      held = { calls, released: passed, waiting };
      return {
        isComplete: () => waiting.size === players.length,
        release: () => {
          held = null;
          open();
        },
      };
    },
    stop: async () => {
      isStopped = true;
      await all;
    },
  };
};
