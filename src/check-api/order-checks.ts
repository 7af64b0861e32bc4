import { redirectUrl } from '../../machines/order/order.purchase.ts';
import { payUrlFlaw } from '../platform/pay-url.ts';
import { resultIn } from './conversation.ts';
import type { Check, CheckSetup } from './findings.ts';
import type { Choice } from './shop-checks.ts';

export type Placed = { readonly orderId: string; readonly choice: Choice };

/** Why the portal may not open a payment page. */
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
