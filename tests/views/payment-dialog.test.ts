import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { QrCode } from '../../src/ui/qr-code.tsx';
import { ORDER_ROW, unreachable } from '../support/api/fake-api.ts';
import { atConfirmation, openPortalTab, orderAnswer, orderIn, type PortalTab } from '../support/browser/portal-tab.ts';
import { drawEnglishPages } from '../support/views/portal-drawing.tsx';

const { draw } = drawEnglishPages();

const ORDER = ORDER_ROW.sdk_order_id;

const drawDialog = async (tab: PortalTab): Promise<string> =>
  /<dialog[\s\S]*?<\/dialog>/.exec(await draw(tab))?.[0] ?? '';

const urlOf = (length: number): string => 'https://pay.example/c/'.padEnd(length, 'x');

/** An order whose payment window the browser blocked. */
const blockedOrder = async (payUrl: string): Promise<PortalTab> => {
  const tab = openPortalTab('/main/recharge');
  await atConfirmation(tab);
  tab.api.reply('/api/order/webCreate', {
    code: 0,
    result: { pay_url: payUrl, sdk_order_id: ORDER, create_ts: 1_760_000_000 },
  });
  tab.api.reply('/api/order/record', orderAnswer(1));
  const { newKey, serverNow } = tab.browserActions;
  tab.sendToRecharge({ type: 'order.confirm', key: newKey(), windowRef: null, at: serverNow() });
  await tab.reaches('/main/recharge?step=payment');
  await tab.until(() => expect(tab.paymentOf(ORDER)).toBe('awaiting'));
  return tab;
};

test.each([
  [450, true],
  [451, false],
  [2_400, false],
  [4_096, false],
])('a blocked window with a URL of %i characters: link, copy; QR code: %s (RCHG-11, C5)', async (length, hasCode) => {
  const tab = await blockedOrder(urlOf(length));
  const html = await draw(tab);
  expect(html).toContain(`href="${urlOf(length)}"`);
  expect(html).toContain('Copy link');
  expect(html.includes('QR code for your payment page')).toBe(hasCode);
  expect(html.includes('<figcaption>')).toBe(hasCode);
  tab.close();
});

test.each([
  ['x'.repeat(450), true],
  ['ä'.repeat(226), false],
  ['x'.repeat(5_000), false],
])('a text becomes a QR code up to 450 bytes (RCHG-11)', (text, isDrawn) => {
  expect(renderToStaticMarkup(createElement(QrCode, { text, label: 'code' })).includes('<svg')).toBe(isDrawn);
});

/** The names of the buttons and links of the dialog. */
const controlsIn = (dialog: string): readonly string[] =>
  [...dialog.matchAll(/<(?:button|a) [^>]*>([\s\S]*?)<\/(?:button|a)>/g)].map(([, inside = '']) =>
    inside.replaceAll(/<[^>]*>/g, '').trim(),
  );

test('the dialog of the last check has Later, Completed and, after a failed read, customer service (C8, RCHG-14)', async () => {
  const tab = openPortalTab('/main/recharge');
  await orderIn(tab);
  await vi.advanceTimersByTimeAsync(299_000);
  tab.api.reply('/api/order/record', () => new Promise<Response>(() => undefined));
  await vi.advanceTimersByTimeAsync(1_500);
  expect(tab.paymentOf(ORDER)).toBe('last-check');
  expect(controlsIn(await drawDialog(tab))).toEqual(['Copy', 'Copy order details', 'Later', "I've paid"]);
  tab.api.reply('/api/order/record', unreachable);
  await vi.advanceTimersByTimeAsync(60_000);
  const dialog = await drawDialog(tab);
  expect(dialog).toContain("Please don't pay again.");
  expect(controlsIn(dialog)).toEqual(['Copy', 'Copy order details', 'Customer service', 'Later', "I've paid"]);
  tab.close();
});

test('a player whose payment window is closed is asked whether they paid, and is not sent back to it after the answer (RCHG-13)', async () => {
  const tab = openPortalTab('/main/recharge');
  await orderIn(tab);
  for (const handle of tab.tab.opened) handle.closed = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await drawDialog(tab)).toContain('Did you pay?');
  tab.payment(ORDER)?.send({ type: 'payment.completed' });
  await vi.advanceTimersByTimeAsync(2_000);
  const answered = await drawDialog(tab);
  expect(answered).toContain("We haven't received your payment yet");
  expect(answered).toContain('This order is waiting for your payment');
  expect(answered).not.toContain('Finish your payment');
  tab.close();
});

test('the page of an expired order warns against a second payment while the first may still come in (C36, ORDR-07)', async () => {
  const tab = openPortalTab('/main/recharge');
  await orderIn(tab);
  tab.api.reply('/api/order/record', orderAnswer(6));
  tab.payment(ORDER)?.send({ type: 'payment.completed' });
  await tab.until(() => expect(tab.paymentOf(ORDER)).toBe('overdue'));
  tab.actor.send({ type: 'page.open', to: `/main/recharge/detail/${ORDER}` });
  await tab.reaches(`/main/recharge/detail/${ORDER}`);
  await vi.advanceTimersByTimeAsync(1_000);
  const warning = "If you did pay, please don't pay again.";
  const watched = await draw(tab);
  expect(watched).toContain("We didn't receive a payment in time.");
  expect(watched).toContain(warning);
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  expect(await draw(tab)).not.toContain(warning);
  tab.close();
});
