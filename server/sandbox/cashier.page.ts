import { toDollars } from '../../src/contract/wire.ts';
import type { sandboxPayments } from '../db/schema.ts';
import { escaped } from '../texts/escaped.ts';
import { CASHIER_STYLES } from './cashier.styles.ts';
import type { CashierAction } from './sandbox.types.ts';

/** `lateIsSet`: a late payment is planned. */
export type CashierOrder = typeof sandboxPayments.$inferSelect & {
  readonly expiresAt: Date;
  readonly lateIsSet: boolean;
};

type Message = { readonly tone: 'good' | 'bad' | 'plain'; readonly head: string; readonly text: string };

const messageOf = ({ state, captures, lateIsSet }: CashierOrder, isOver: boolean): Message | null => {
  if (state === 'paid' && captures > 1)
    return {
      tone: 'good',
      head: 'Paid twice',
      text: 'The second payment will be refunded. You can close this window.',
    };
  if (state === 'paid') return { tone: 'good', head: 'Paid', text: 'You can close this window.' };
  if (state === 'refunded') return { tone: 'plain', head: 'Refunded', text: 'You can close this window.' };
  if (state === 'closed' && !isOver)
    return { tone: 'bad', head: 'Payment canceled', text: "You weren't charged. You can close this window." };
  if (lateIsSet)
    return {
      tone: 'plain',
      head: 'Payment on its way',
      text: 'It will arrive after the deadline. You can close this window.',
    };
  if (state === 'closed') return { tone: 'bad', head: 'This payment has expired', text: 'You can close this window.' };
  if (state === 'declined')
    return { tone: 'bad', head: 'Payment declined', text: "You weren't charged. Try again, or cancel the payment." };
  if (state === 'in-flight')
    return {
      tone: 'plain',
      head: 'Waiting for the bank',
      text: 'This payment will stay in progress until the bank responds.',
    };
  return isOver
    ? { tone: 'bad', head: 'This payment has expired', text: 'If you pay now, your payment will be late.' }
    : null;
};

type Choice = { readonly action: CashierAction; readonly label: string; readonly hint: string };

const LATE: Choice = { action: 'pay-late', label: 'Pay late', hint: 'the money comes in after the deadline' };
const ANYWAY: Choice = {
  action: 'pay-late',
  label: 'Pay late',
  hint: 'the provider charges a closed payment',
};
const CORRECT: Choice = { action: 'pay-late', label: 'Pay anyway', hint: 'the provider corrects itself' };
const DECLINE: Choice = { action: 'decline', label: 'Decline', hint: 'the bank declines this attempt' };
const CLOSE: Choice = { action: 'close', label: 'Cancel payment', hint: 'the provider closes the payment' };
const TWICE: Choice = { action: 'pay-twice', label: 'Pay twice', hint: 'the provider charges twice' };
const NEVER: Choice = { action: 'never', label: 'No response', hint: 'the bank never responds' };

const choicesOf = ({ state, lateIsSet }: CashierOrder, isOver: boolean): readonly Choice[] => {
  if (state === 'paid' || state === 'refunded') return [];
  if (state === 'closed') return lateIsSet ? [] : [isOver ? ANYWAY : CORRECT];
  if (isOver) return [TWICE, CLOSE];
  return [DECLINE, CLOSE, ...(lateIsSet ? [] : [LATE]), TWICE, ...(state === 'in-flight' ? [] : [NEVER])];
};

const button = ({ action, label, hint }: Choice): string =>
  `<button name="action" value="${action}">${label}<small>${hint}</small></button>`;

const form = (order: CashierOrder, isOver: boolean): string => {
  const choices = choicesOf(order, isOver);
  if (!choices.length) return '';
  const first = isOver ? 'pay-late' : 'pay';
  const main =
    order.state === 'closed'
      ? ''
      : `<button class="go" name="action" value="${first}">${isOver ? 'Pay late' : 'Pay'}</button>`;
  return `<form method="post" action="/cashier/${encodeURIComponent(order.reference)}">${main}
<fieldset><legend>For testers</legend>${choices.map(button).join('')}</fieldset></form>`;
};

/** `band`: the warning above the page. */
export const sandboxPage = (title: string, band: string, body: string, footer: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<link rel="icon" href="data:,"><title>${title}</title><style>${CASHIER_STYLES}</style></head>
<body><header class="band">TEST · ${band}</header>
<main><div class="receipt">${body}</div><footer>${footer}</footer></main></body>
</html>`;

const page = (title: string, body: string): string =>
  sandboxPage(title, 'no money moves here', body, "This sandbox cashier isn't part of the portal.");

/** The provider's payment page. `now`: server time; past `expiresAt` the page offers only late payment. */
export const cashierPage = (order: CashierOrder, now: Date): string => {
  const isOver = now >= order.expiresAt && order.state !== 'in-flight';
  const message = messageOf(order, isOver);
  const status = message
    ? `<div class="state ${message.tone}" role="status"><strong>${message.head}</strong>${message.text}</div>`
    : '';
  const amount = `US$${toDollars(order.amountMinor)}`;
  const until = order.expiresAt.toISOString().slice(11, 19);
  return page(
    `Pay ${amount} · sandbox cashier`,
    `<h1>Sandbox cashier</h1><p class="amount">${amount}</p><p>${escaped(order.description)}</p>
<dl><div><dt>Order</dt><dd>${escaped(order.orderId)}</dd></div><div><dt>Amount</dt><dd>${amount}</dd></div><div><dt>Pay by</dt><dd>${until} UTC</dd></div></dl>
${status}${form(order, isOver)}`,
  );
};

export const unknownCashierPage = (): string =>
  page(
    'Unknown payment · sandbox cashier',
    `<h1>Unknown payment</h1><p class="state bad">We couldn't find a payment at this address. You can close this window.</p>`,
  );
