import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { paymentCreateEpoint, paymentEpointPay } from '../../../src/contract/epoint.contract.ts';
import {
  orderRecord,
  orderWebCreate,
  orderWebPayChannel,
  orderWebProduct,
} from '../../../src/contract/order.contract.ts';
import { userWebRole } from '../../../src/contract/user.contract.ts';
import type { PortalProcess } from '../runs/portal-process.mjs';

const RESPONSE_LIMIT_MS = 40_000;

const success = v.object({ code: v.literal(0), result: v.optional(v.unknown()) });
const account = v.object({ userId: v.string() });
const session = v.object({ token: v.string() });
const realms = v.array(
  v.object({
    server_id: v.string(),
    server_name: v.string(),
    status: v.number(),
    roles: v.array(v.object({ role_id: v.string(), role_name: v.string() })),
  }),
);
const items = v.array(v.object({ cp_goods_id: v.string() }));
const channels = v.array(v.object({ channel_code: v.string(), is_open: v.optional(v.boolean(), true) }));

export const post = (url: string, body: string | Uint8Array<ArrayBuffer>, headers: Readonly<Record<string, string>>) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    signal: AbortSignal.timeout(RESPONSE_LIMIT_MS),
  });

export const get = (url: string): Promise<Response> => fetch(url, { signal: AbortSignal.timeout(RESPONSE_LIMIT_MS) });

const records = v.array(v.object({ status: v.number() }));

/** The body of a request for the record of an order, and the status in its result. */
export const recordOf = (sdk_order_id: string) => ({ page: 1, size: 1, begin: 0, end: 0, sdk_order_id, status: -1 });
export const statusIn = (result: unknown) => v.parse(records, result)[0]?.status;

/** A request outside the load, which must succeed. */
const request = async (url: string, path: string, body: unknown, token = ''): Promise<unknown> => {
  const response = await post(`${url}${path}`, JSON.stringify(body), { token });
  return v.parse(success, await response.json()).result;
};

/** Returns the token of a new session, without a login. */
const openSession = async (url: string, userId: string, clientId: string): Promise<string> =>
  v.parse(session, await request(url, '/sandbox/sessions', { userId, clientId })).token;

export type Player = {
  readonly headers: Readonly<Record<string, string>>;
  readonly target: { readonly server_id: string; readonly role_id: string };
  readonly names: { readonly server_name: string; readonly role_name: string };
  readonly items: readonly string[];
  readonly channel: string;
};

/** Creates a test account with a session, and returns what it can buy. */
export const createPlayer = async (url: string): Promise<Player> => {
  const clientId = randomUUID();
  const { userId } = v.parse(account, await request(url, '/sandbox/accounts', {}));
  const token = await openSession(url, userId, clientId);
  const home = v.parse(realms, await request(url, userWebRole.path, {}, token)).find(({ status }) => status !== 1);
  const role = home?.roles[0];
  if (!home || !role) throw new Error('the player has no role');
  const target = { server_id: home.server_id, role_id: role.role_id };
  const offered = v.parse(items, await request(url, orderWebProduct.path, target, token)).map((one) => one.cp_goods_id);
  const paths = v.parse(
    channels,
    await request(url, orderWebPayChannel.path, { ...target, cp_goods_id: offered[0] }, token),
  );
  return {
    headers: { token, 'client-id': clientId },
    target,
    names: { server_name: home.server_name, role_name: role.role_name },
    items: offered,
    channel: paths.find(({ is_open }) => is_open)?.channel_code ?? '',
  };
};

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
