import * as v from 'valibot';
import { ORDER_STATUS_CODE, SERVER_STATUS } from '../../machines/order/order.status.ts';
import { paymentCreateEpoint } from '../../src/contract/epoint.contract.ts';
import { orderWebCreate } from '../../src/contract/order.contract.ts';
import * as wire from '../../src/contract/wire.ts';
import { CODE } from '../runtime/codes.ts';
import type { Fault } from './fault.types.ts';

type Json = Record<string, unknown>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });

const CREATES: readonly string[] = [orderWebCreate.path, paymentCreateEpoint.path];

const REFUSALS: Partial<Record<Fault['kind'], { code: number; msg: string }>> = {
  maintenance: { code: CODE.serverMaintenance, msg: 'This server is under maintenance.' },
  'missing-role': { code: CODE.roleGone, msg: 'This role no longer exists.' },
  'changed-price': { code: CODE.priceChanged, msg: 'The price of this item has changed.' },
  'closed-channel': { code: CODE.channelClosed, msg: 'This payment method is closed.' },
};

/** The response that replaces the call; null: the call runs. */
export const faultResponse = (fault: Fault, path: string): Response | null => {
  switch (fault.kind) {
    case 'token-invalid':
      return json({ code: CODE.illegalToken, msg: 'The session has ended.' }, 203);
    case 'forced-logout':
      return json({ code: CODE.signedOutByServer, msg: 'You were signed out.' });
    case 'forbidden':
      return json({ code: CODE.forbidden, msg: 'Forbidden.' }, 403);
    case 'status':
      return json(
        { code: CODE.systemBusy, msg: 'The system is busy.' },
        fault.status,
        fault.retryAfter === undefined ? {} : { 'Retry-After': String(fault.retryAfter) },
      );
    case 'code':
      return json({ code: fault.code, msg: fault.msg });
    default: {
      const refusal = CREATES.includes(path) ? REFUSALS[fault.kind] : undefined;
      return refusal ? json(refusal) : null;
    }
  }
};

type Change = (row: Json) => Json;

const changed = (value: unknown, change: Change): unknown =>
  Array.isArray(value) ? value.map((row) => (isJson(row) ? change(row) : row)) : value;

/** Applies a change to every row of a response, whose result is a list or contains lists. */
const eachRow = (body: unknown, change: Change): unknown => {
  if (!isJson(body)) return body;
  const { result } = body;
  const rewritten = isJson(result)
    ? Object.fromEntries(Object.entries(result).map(([key, value]) => [key, changed(value, change)]))
    : changed(result, change);
  return { ...body, result: rewritten };
};

/** What `changed-price` and `raised-price` add to each price, in US cents. */
export const PRICE_RISE_MINOR = 100;

const raised = (price: unknown): unknown => {
  const cents = v.safeParse(wire.dollars, price);
  return cents.success ? wire.toDollars(cents.output + PRICE_RISE_MINOR) : price;
};

const MANY_ROLES = 8;
const MANY_SERVERS = 60;

/** Adds roles to one server, more than fit one view, and servers without a role before those of the response. */
const withManyServers = (body: unknown): unknown => {
  if (!isJson(body) || !Array.isArray(body['result'])) return body;
  const rows: readonly unknown[] = body['result'];
  const added = Array.from({ length: MANY_SERVERS - rows.length }, (_, at) => ({
    server_id: `far-${at + 1}`,
    server_name: `Far Reach ${at + 1}`,
    status: SERVER_STATUS.open,
    roles: [],
  }));
  const [first, ...others] = rows;
  const roles = Array.from({ length: MANY_ROLES }, (_, at) => ({
    role_id: `far-${at + 1}`,
    role_name: `Traveler ${at + 1}`,
  }));
  const own =
    isJson(first) && Array.isArray(first['roles']) ? { ...first, roles: [...first['roles'], ...roles] } : first;
  return { ...body, result: [...added, own, ...others] };
};

const withoutRows = (value: unknown): unknown => {
  if (Array.isArray(value)) return [];
  if (!isJson(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, Array.isArray(inner) ? [] : inner]));
};

const FOREIGN_PAY_PAGE = 'https://pay.elsewhere.example/order';

export const mutateBody = (fault: Fault, body: unknown): unknown => {
  switch (fault.kind) {
    case 'maintenance':
      return eachRow(body, (row) => ({ ...row, status: SERVER_STATUS.maintenance }));
    case 'missing-role':
      return eachRow(body, (row) => ({ ...row, roles: [] }));
    case 'many-servers':
      return withManyServers(body);
    case 'changed-price':
    case 'raised-price':
      return eachRow(body, (row) => ('price' in row ? { ...row, price: raised(row['price']) } : row));
    case 'closed-channel':
      return eachRow(body, (row) => ('channel_code' in row ? { ...row, is_open: false } : row));
    case 'out-of-order':
      return eachRow(body, (row) => ({ ...row, status: ORDER_STATUS_CODE.pending, history: [] }));
    case 'no-rows':
      return isJson(body) ? { ...body, result: withoutRows(body['result']), total: 0 } : body;
    case 'foreign-pay-page':
      return isJson(body) && isJson(body['result'])
        ? { ...body, result: { ...body['result'], pay_url: FOREIGN_PAY_PAGE } }
        : body;
    case 'wrong-schema':
      return { code: 0, msg: 'ok', result: { unexpected: [1, null, { deeper: 'text' }] } };
    default:
      return body;
  }
};
