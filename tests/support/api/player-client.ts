import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { orderWebPayChannel, orderWebProduct } from '../../../src/contract/order.contract.ts';
import { userWebRole } from '../../../src/contract/user.contract.ts';

const RESPONSE_LIMIT_MS = 40_000;

export const success = v.object({ code: v.literal(0), result: v.optional(v.unknown()) });
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
