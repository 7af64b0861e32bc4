import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { paymentCreateEpoint, paymentEpointPay } from '../../../src/contract/epoint-order.contract.ts';
import { orderRecord, orderWebCreate } from '../../../src/contract/order.contract.ts';
import type { PortalProcess } from '../runs/portal-process.mjs';
import { createPlayer } from './player-client.ts';

type Json = Record<string, unknown>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const RETRY_DEADLINE_MS = 180_000;
/** Tolerates a slow server on a busy machine. */
const ANSWER_MS = 30_000;

export type Restartable = {
  readonly url: string;
  /** Restarts the server if it is down; returns the number of restarts. */
  readonly ensureRunning: () => Promise<void>;
  readonly restartCount: () => number;
};

const isResponding = async (url: string): Promise<boolean> => {
  try {
    await (await fetch(`${url}/sandbox/faults`, { signal: AbortSignal.timeout(ANSWER_MS) })).text();
    return true;
  } catch {
    return false;
  }
};

/** Starts a dead server once for all clients; a server that dies during its start is started again. */
export const restartable = async (portal: PortalProcess): Promise<Restartable> => {
  let restartCount = 0;
  let starting: Promise<void> | null = null;
  const bringBack = async (): Promise<void> => {
    for (let tries = 0; !(await isResponding(portal.url)); tries += 1) {
      await portal.kill();
      await portal.start().catch((error: unknown) => {
        if (tries > 5) throw error;
      });
      restartCount += 1;
    }
  };
  const ensureRunning = (): Promise<void> => {
    starting ??= bringBack().finally(() => {
      starting = null;
    });
    return starting;
  };
  await ensureRunning();
  return { url: portal.url, ensureRunning, restartCount: () => restartCount };
};

type Send = (path: string, body: unknown) => Promise<Json>;

/** Sends until there is a response. A health check distinguishes a dead server from a slow one. */
const sendWithRetries =
  (server: Restartable, headers: Readonly<Record<string, string>>): Send =>
  async (path, body) => {
    const end = performance.now() + RETRY_DEADLINE_MS;
    for (;;) {
      try {
        const answer = await fetch(`${server.url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(ANSWER_MS),
        });
        const parsed: unknown = await answer.json();
        if (isJson(parsed) && parsed['code'] === 0) return parsed;
        if (performance.now() > end) throw new Error(`${path}: ${answer.status} ${JSON.stringify(parsed)}`);
        await pause(50);
      } catch (error) {
        if (performance.now() > end) throw error;
        if (!(error instanceof TypeError)) continue;
        await server.ensureRunning();
      }
    }
  };

const rows = ({ result }: Json): Json[] => (Array.isArray(result) ? result.filter(isJson) : []);
const field = (holder: Json | undefined, name: string): string => String(holder?.[name] ?? '');

/** A client that retries but creates each order once: it repeats the same key until there is a response, then polls the record for the order. */
export const createRetryingClient = async (server: Restartable) => {
  const { headers, target, names, items, channel } = await createPlayer(server.url);
  const send = sendWithRetries(server, headers);

  const statusOf = async (orderId: string): Promise<number> => {
    const answer = await send(orderRecord.path, {
      page: 1,
      size: 1,
      begin: 0,
      end: 0,
      sdk_order_id: orderId,
      status: -1,
    });
    return Number(rows(answer)[0]?.['status']);
  };

  /** Sends with its own key until there is an order. */
  const order = async (path: string, selection: Json): Promise<string> => {
    const key = randomUUID();
    const create = sendWithRetries(server, { ...headers, 'idempotency-key': key });
    const { result: made } = await create(path, selection);
    return isJson(made) ? field(made, made['paymentId'] === undefined ? 'sdk_order_id' : 'paymentId') : '';
  };

  const awaitDelivery = async (orderId: string): Promise<string> => {
    const end = performance.now() + RETRY_DEADLINE_MS;
    while ((await statusOf(orderId)) !== 4) {
      if (performance.now() > end) throw new Error(`order ${orderId} was paid and never delivered`);
      await pause(50);
    }
    return orderId;
  };

  const itemOf = (number: number): Json => ({
    ...target,
    ...names,
    cp_goods_id: items[number % items.length],
  });

  return {
    /** Orders the item at this index, pays at the cashier and waits for delivery. Resolves with the order number. */
    topUp: async (number: number, action: 'pay' | 'pay-twice'): Promise<string> => {
      const selection = { ...itemOf(number), channel_code: channel };
      const orderId = await order(orderWebCreate.path, selection);
      await send(`/sandbox/orders/${orderId}/${action}`, {});
      return awaitDelivery(orderId);
    },
    /** Buys a small E Point package, pays at the cashier and waits for the points. */
    buyPoints: async (): Promise<string> => {
      const selection = { item_id: 'epoint.100', channel_code: channel, system: 'android' };
      const orderId = await order(paymentCreateEpoint.path, selection);
      await send(`/sandbox/orders/${orderId}/pay`, {});
      return awaitDelivery(orderId);
    },
    /** Pays the cheapest item with E Points and waits for delivery. */
    spendPoints: async (): Promise<string> => {
      const orderId = await order(paymentCreateEpoint.path, { ...itemOf(0), system: 'android' });
      await send(paymentEpointPay.path, { paymentId: orderId });
      return awaitDelivery(orderId);
    },
    send,
  };
};

export type RetryingClient = Awaited<ReturnType<typeof createRetryingClient>>;
