import { CONTRACT, ENDPOINT_NAMES, type EndpointName, SAMPLES } from '../contract/contract.ts';
import type { AnyEndpoint, Sample } from '../contract/endpoint.ts';

const EXTRA = {
  'url.tls': [
    'TLS alone protects the password: its key is public (section 9).',
    'Anyone on the network can read the password.',
  ],
  'time.clock': [
    '/api/setting/time reads result.ts (seconds).',
    'The countdown of a payment is wrong by the difference.',
  ],
  'login.encryption': [
    'Login password is encrypted with a fixed AES scheme (ECB, PKCS7), and base64.',
    'Every player reads that the password is wrong.',
  ],
  'login.refusal': [
    'Login and order creation reject with the server msg when code is non-zero.',
    'The player does not learn why the login failed, or logs in with a wrong password.',
  ],
  'session.none': [
    'Status 203: token invalid.',
    'Without a session, the player sees an error instead of the login page.',
  ],
  'session.invalid': [
    'Status 203: token invalid.',
    'An old session shows errors on every page instead of the login page.',
  ],
  'session.replaced': [
    'Body code 20002 goes to logout.',
    'A login on another device shows errors on every page of this device.',
  ],
  'role.unique': [
    'Each server has server_id, server_name and roles; each role has role_id and role_name.',
    'A choice selects two rows.',
  ],
  'item.unique': [
    'Source fields of an item: cp_goods_id, name, price.',
    'A choice selects two items, and one of them cannot be bought.',
  ],
  'item.price': ['epointPrice is price times 100, so a price is in dollars.', 'The page offers an item for nothing.'],
  'balance.sum': [
    'ePointNum is the sum of basicNum and presentNum.',
    'The header and the payment page show different balances.',
  ],
  'article.pages': [
    '/api/setting/webArticle takes {type, page, size}.',
    'The news page shows articles twice or not at all.',
  ],
  'article.total': ['The list response has result and total.', 'The news page has too many or too few pages.'],
  'article.type': ['Type 1 news, 2 event, 3 strategy, 0 all.', 'Every tab of the news page shows the same articles.'],
  'article.unknown': [
    'Announcement does not exist.',
    'A wrong link shows an empty article, or that the system is busy.',
  ],
  'record.pages': ['/api/order/record takes {page, size, …}.', 'The history shows orders twice or not at all.'],
  'record.range': [
    '/api/order/record takes begin and end (seconds).',
    'A period of the history shows other orders, or none.',
  ],
  'record.status': ['Status -1 in a query means all.', 'The filter of the history shows orders with another status.'],
  'record.number': ['/api/order/record takes sdk_order_id.', 'The page of an order shows another order.'],
  'record.times': ['create_ts (seconds).', 'An order is sorted and expires by a wrong time.'],
  'epoint.pages': [
    '/api/epoint/record: payload passed through.',
    'The E Point record shows entries twice or not at all.',
  ],
  'order.page': ['Created order result: pay_url, sdk_order_id.', 'No payment page opens: the player cannot pay.'],
  'order.recorded': [
    'Order record: create_ts, name, sdk_order_id, amount, channel_name, status.',
    'The order that the player has just made is missing, or looks different.',
  ],
  'order.once': [
    'A repeated idempotency key returns the first order (idempotent_orders, ours).',
    'After a lost response, the player pays twice.',
  ],
  'order.refusal': [
    'Login and order creation reject with the server msg when code is non-zero.',
    'An item that does not exist becomes an order.',
  ],
  'sealed.data': [
    'The reset payloads use a fixed passphrase: {data: encrypted JSON string}.',
    'No code is sent, and a password cannot be reset.',
  ],
  'cors.headers': [
    'Every request carries version, hversion, accountid, gameid, userid, client-id and token.',
    'The browser blocks every call: the page shows that it is offline.',
  ],
  'cors.extra': ['The two extra headers of order creation (ours).', 'The browser blocks the creation of an order.'],
  'cors.response': [
    'All calls go to an API host that can be overridden at build time.',
    'The browser hides every response: the page shows that it is offline.',
  ],
} as const satisfies Readonly<Record<string, readonly [sentence: string, player: string]>>;

export type LineId = EndpointName | keyof typeof EXTRA;

export type CheckLine = { readonly id: LineId; readonly sentence: string; readonly player: string };

const callLine = (id: EndpointName): CheckLine => {
  const { path, method, request }: AnyEndpoint = CONTRACT[id];
  const { specified = [], player }: Sample<AnyEndpoint> = SAMPLES[`${id}Sample`];
  const fields = Object.keys(Object(Reflect.get(request, 'entries')));
  const payload = fields.length > 0 ? `takes {${fields.join(', ')}} and ` : '';
  const sentence = `${method} ${path} ${payload}reads ${specified.join(', ') || 'a result that the specification does not show'}.`;
  return { id, sentence, player };
};

const extraLines = Object.entries(EXTRA).map(([id, [sentence, player]]) => ({ id, sentence, player })) as CheckLine[];

/** Everything that is checked, in the order of the report. */
export const CHECK_LINES: readonly CheckLine[] = [...ENDPOINT_NAMES.map(callLine), ...extraLines];
