import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { paymentCreateEpoint, paymentEpointPay } from '../../../src/contract/epoint.contract.ts';
import { orderRecord, orderWebCreate } from '../../../src/contract/order.contract.ts';
import type { PortalProcess } from '../runs/portal-process.mjs';
import { createPlayer, get, post, recordOf, statusIn, success } from './player-client.ts';

const RETRY_DEADLINE_MS = 180_000;

export type Restartable = {
  readonly url: string;
  /** Restarts the server if it is down; returns the number of restarts. */
  readonly ensureRunning: () => Promise<void>;
  readonly restartCount: () => number;
};

const isResponding = async (url: string): Promise<boolean> => {
  try {
    await (await get(`${url}/sandbox/faults`)).text();
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

/** Sends until there is a response; resolves with its result. A health check distinguishes a dead server from a slow one. */
const sendWithRetries = async (
  server: Restartable,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<unknown> => {
  const end = performance.now() + RETRY_DEADLINE_MS;
  for (;;) {
    try {
      const response = await post(`${server.url}${path}`, JSON.stringify(body), headers);
      const parsed: unknown = await response.json();
      const read = v.safeParse(success, parsed);
      if (read.success) return read.output.result;
      if (performance.now() > end) throw new Error(`${path}: ${response.status} ${JSON.stringify(parsed)}`);
      await pause(50);
    } catch (error) {
      if (performance.now() > end) throw error;
      if (!(error instanceof TypeError)) continue;
      await server.ensureRunning();
    }
  }
};

const created = v.object({ sdk_order_id: v.optional(v.string(), ''), paymentId: v.optional(v.string()) });

/** A client that retries but creates each order once: it repeats the same key until there is a response, then polls the record for the order. */
export const createRetryingClient = async (server: Restartable) => {
  const { headers, target, names, items, channel } = await createPlayer(server.url);
  const send = (path: string, body: unknown) => sendWithRetries(server, path, body, headers);

  /** Sends with its own key until there is an order. */
  const order = async (path: string, selection: object): Promise<string> => {
    const withKey = { ...headers, 'idempotency-key': randomUUID() };
    const made = v.parse(created, await sendWithRetries(server, path, selection, withKey));
    return made.paymentId ?? made.sdk_order_id;
  };

  const awaitDelivery = async (orderId: string): Promise<string> => {
    const end = performance.now() + RETRY_DEADLINE_MS;
    while (statusIn(await send(orderRecord.path, recordOf(orderId))) !== 4) {
      if (performance.now() > end) throw new Error(`order ${orderId} was paid and never delivered`);
      await pause(50);
    }
    return orderId;
  };

  const itemOf = (number: number) => ({ ...target, ...names, cp_goods_id: items[number % items.length] });

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
