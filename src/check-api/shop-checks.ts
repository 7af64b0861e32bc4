import { redirectUrl } from '../../machines/order/order.purchase.ts';
import { EPOINT_CHANNEL } from '../contract/epoint.contract.ts';
import { payUrlFlaw } from '../platform/link-rules.ts';
import { type CheckSetup, resultIn } from './conversation.ts';
import type { Check } from './findings.ts';

/** In cents. An API whose lowest price is above 20 dollars may send cents. */
const MAYBE_CENTS = 2_000;

const hasTwice = (ids: readonly string[]): string | undefined => ids.find((id, at) => ids.indexOf(id) !== at);

const checkBalances = async ({ talk, read, expect, reportUnknown }: Check): Promise<void> => {
  const coins = read(await talk.ask('operateCoinBalance', {}));
  const { accountId } = talk.state;
  if (accountId === '') {
    reportUnknown('the login returns no game_account_id', 'epointBalance', 'balance.sum');
    return;
  }
  const answer = await talk.ask('epointBalance', { userId: accountId });
  const parts = read(answer);
  if (!coins || !parts) return;
  const sum = parts.basicNum + parts.presentNum;
  expect(
    'balance.sum',
    sum !== coins.amount && `coinBalance returns ${coins.amount}, and the balance is ${sum}`,
    answer,
  );
};

/** The first item that a player can order. */
type Choice = {
  readonly order: Readonly<
    Record<'role_id' | 'server_id' | 'cp_goods_id' | 'channel_code' | 'role_name' | 'server_name', string>
  >;
  readonly cents: number;
  readonly itemName: string;
  readonly channelName: string;
};

export const checkShop = async (check: Check): Promise<Choice | null> => {
  const { talk, read, expect, reportUnknown } = check;
  await checkBalances(check);
  read(await talk.ask('eRechargeItems', {}));
  read(await talk.ask('eRechargeRebateInfo', {}));
  const answer = await talk.ask('userWebRole', {});
  const servers = read(answer)?.rows ?? [];
  const double =
    hasTwice(servers.map(({ server_id }) => server_id)) ??
    servers.map(({ roles }) => hasTwice(roles.rows.map(({ role_id }) => role_id))).find((id) => id !== undefined);
  expect('role.unique', double !== undefined && `the id ${double} occurs twice`, answer);
  const home = servers.find(({ roles, status }) => roles.rows.length > 0 && status !== 1);
  const role = home?.roles.rows[0];
  if (!home || !role) {
    reportUnknown('the account has no character', 'orderWebProduct', 'orderWebPayChannel');
    return null;
  }
  const target = { role_id: role.role_id, server_id: home.server_id };
  const listed = await talk.ask('orderWebProduct', target);
  const items = read(listed)?.rows ?? [];
  const [item] = items;
  if (!item) {
    if (resultIn(listed)) expect('orderWebProduct', 'the list is empty', listed);
    return null;
  }
  const again = hasTwice(items.map(({ cp_goods_id }) => cp_goods_id));
  expect('item.unique', again !== undefined && `the id ${again} occurs twice`, listed);
  const free = items.find(({ price }) => price === 0);
  const lowest = Math.min(...items.map(({ price }) => price));
  if (lowest >= MAYBE_CENTS && items.every(({ price }) => price % 100 === 0))
    reportUnknown(`every price is a whole number, and the lowest is $${lowest / 100}: is it in cents?`, 'item.price');
  else expect('item.price', free !== undefined && `the item ${free.cp_goods_id} has the price 0`, listed);
  const offered = await talk.ask('orderWebPayChannel', { ...target, cp_goods_id: item.cp_goods_id });
  const channels = read(offered)?.rows ?? [];
  const channel = channels.find(({ is_open, channel_code }) => is_open && channel_code !== EPOINT_CHANNEL);
  if (!channel) {
    if (resultIn(offered)) expect('orderWebPayChannel', 'no channel is open', offered);
    return null;
  }
  return {
    order: {
      ...target,
      cp_goods_id: item.cp_goods_id,
      channel_code: channel.channel_code,
      role_name: role.role_name,
      server_name: home.server_name,
    },
    cents: item.price,
    itemName: item.name,
    channelName: channel.name,
  };
};

export type Placed = { readonly orderId: string; readonly choice: Choice };

const payUrlProblem = ({ config, origin, url }: CheckSetup, payUrl: string): string | false => {
  const rules = { hosts: config.payHosts, sandbox: config.sandbox, origin: origin || url };
  const flaw = payUrlFlaw(payUrl, rules);
  if (flaw === 'host') return `VITE_PAY_HOSTS does not have the host of ${payUrl}`;
  return flaw === null ? false : `the portal does not open ${payUrl} (${flaw})`;
};

/** Places one order, if the setup allows it. A repeated key may return it again. */
export const checkOrder = async (
  { setup, talk, read, expect, reportUnknown }: Check,
  choice: Choice | null,
  { idempotent, now }: { readonly idempotent: boolean; readonly now: number },
): Promise<Placed | null> => {
  const why = setup.withOrders ? 'there is nothing to order' : 'needs --with-orders';
  if (!setup.withOrders || !choice) {
    reportUnknown(
      why,
      'orderWebCreate',
      'order.page',
      'order.once',
      'order.refusal',
      'order.recorded',
      'characterSelect',
    );
    return null;
  }
  const { role_id, server_id, role_name, server_name } = choice.order;
  read(await talk.ask('characterSelect', { role_id, server_id, role_name, server_name }));
  const { idempotencyHeader, quoteHeader } = setup.config;
  const more = {
    ...(idempotencyHeader && { [idempotencyHeader]: crypto.randomUUID() }),
    ...(quoteHeader && { [quoteHeader]: String(choice.cents) }),
  };
  const unknown = await talk.ask('orderWebCreate', { ...choice.order, cp_goods_id: 'check-api-unknown' });
  const { outcome, status } = unknown;
  expect(
    'order.refusal',
    !(outcome.kind === 'failure' && status === 200) && `an unknown item returns HTTP ${status} and no refusal`,
    unknown,
  );
  const answer = await talk.ask('orderWebCreate', choice.order, { more });
  const created = read(answer);
  if (!created) return null;
  const { sdk_order_id: orderId, pay_url, payment, create_ts } = created;
  const page = pay_url ?? (payment && redirectUrl({ payment }));
  if (page === null) reportUnknown('the order is not paid on a page', 'order.page');
  else expect('order.page', payUrlProblem(setup, page), answer);
  if (create_ts !== null && Math.abs(create_ts - now) > 300_000)
    expect('orderWebCreate', 'create_ts is not the time of the server', answer);
  if (!idempotent || !idempotencyHeader) {
    reportUnknown('setting/init does not announce idempotent_orders, so the portal repeats no creation', 'order.once');
    return { orderId, choice };
  }
  const repeated = await talk.ask('orderWebCreate', choice.order, { more });
  const second = resultIn(repeated)?.sdk_order_id;
  expect('order.once', second !== orderId && 'a repeated key does not return the first order', repeated);
  return { orderId, choice };
};
