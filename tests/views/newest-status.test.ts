import { expect, test, vi } from 'vitest';
import { openPortalTab, orderAnswer, orderIn, type PortalTab } from '../support/browser/portal-tab.ts';
import { drawEnglishPages } from '../support/views/english-pages.ts';

const ORDER_PAGE = '/main/recharge/detail/O-1';
const HISTORY = '/main/account/recharge';
const MINUTE = 60_000;
const CODE = { paid: 2, delivered: 4, refunded: 5, overdue: 6 } as const;

const { t, draw } = drawEnglishPages();

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** The status that the server returns from now on. */
const become = (tab: PortalTab, status: keyof typeof CODE) =>
  tab.api.reply('/api/order/record', orderAnswer(CODE[status]));

const open = async (tab: PortalTab, to: string): Promise<void> => {
  tab.actor.send({ type: 'page.open', to });
  await passes(100);
};

const labelOf = (status: keyof typeof CODE): string => t(`order:status.${status}.label`);

/** The status badges of the page. */
const badgesOf = async (tab: PortalTab): Promise<readonly (string | undefined)[]> =>
  [...(await draw(tab)).matchAll(/data-tone="[a-z]+"><svg[\s\S]*?<\/svg><span>([^<]+)<\/span>/g)].map(
    ([, text]) => text,
  );

/** An order of this tab whose payment no longer reads it. */
const concluded = async (status: 'delivered' | 'overdue'): Promise<PortalTab> => {
  const tab = openPortalTab('/main/recharge');
  await orderIn(tab);
  if (status === 'overdue') await passes(5 * MINUTE - 10_000);
  become(tab, status);
  await passes(status === 'overdue' ? 16 * MINUTE : 10_000);
  expect(tab.paymentOf('O-1')).toBe(status);
  return tab;
};

test.each([
  { before: 'delivered', now: 'refunded' },
  { before: 'overdue', now: 'paid' },
] as const)(
  'an order that is $now, but was last read as $before, is shown as it is on its page and in the history (C36, ORDR-02)',
  async ({ before, now }) => {
    const tab = await concluded(before);
    await open(tab, ORDER_PAGE);
    expect(await badgesOf(tab)).toEqual([labelOf(before)]);
    become(tab, now);
    await open(tab, HISTORY);
    expect(await badgesOf(tab)).toEqual([labelOf(now)]);
    await open(tab, ORDER_PAGE);
    tab.actor.getSnapshot().children.signedIn?.getSnapshot().children['order-detail']?.send({ type: 'detail.refresh' });
    await passes(100);
    expect(await badgesOf(tab)).toEqual([labelOf(now)]);
    expect(tab.paymentOf('O-1')).toBe(now);
    tab.close();
  },
);

test('the history shows the status of the payment if the list is older (C35, ORDR-02)', async () => {
  const tab = openPortalTab('/main/recharge');
  await orderIn(tab);
  tab.api.reply('/api/order/record', ({ body }) => {
    const { sdk_order_id: orderId } = body as { readonly sdk_order_id: string };
    return orderAnswer(orderId === '' ? CODE.paid : CODE.delivered);
  });
  await passes(3_000);
  await open(tab, HISTORY);
  expect(await badgesOf(tab)).toEqual([labelOf('delivered')]);
  tab.close();
});
