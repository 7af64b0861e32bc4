import { createHash } from 'node:crypto';
import { toDollars } from '../../src/contract/wire.ts';
import type { sandboxPayments } from '../db/schema.ts';
import { brand, escaped } from '../texts/server-texts.ts';
import type { CashierAction } from './sandbox.types.ts';

/** The pages look like a paper receipt so that they cannot be mistaken for the portal. */
const STYLES = `
:root { color-scheme: light dark; --ground: #e9e4d8; --receipt: #fffdf7; --ink: #23211c; --soft: #635d50; --line: #b9b09b; --go: #1d5f3c; --go-ink: #ffffff; --bad: #9c2b1f; --ring: #1a4fb4; }
@media (prefers-color-scheme: dark) { :root { --ground: #191712; --receipt: #26231c; --ink: #f3eee0; --soft: #bdb5a2; --line: #57503f; --go: #8fd6ab; --go-ink: #10291b; --bad: #ffab9d; --ring: #9dbdff; } }
* { box-sizing: border-box; margin: 0; }
body { min-height: 100vh; min-height: 100dvh; background: var(--ground); color: var(--ink); font: 16px/1.5 ui-monospace, "SFMono-Regular", Menlo, Consolas, "Liberation Mono", monospace; }
.band { padding: 10px 16px; background: repeating-linear-gradient(135deg, #ffd21f 0 18px, #f6bf00 18px 36px); color: #1d1a00; font-weight: 700; letter-spacing: .04em; text-align: center; }
main { width: min(100%, 440px); margin: 0 auto; padding: 24px 16px 48px; }
.receipt { padding: 28px 24px; background: var(--receipt); border-top: 6px double var(--line); border-bottom: 2px dashed var(--line); }
h1 { font-size: 16px; font-weight: 700; letter-spacing: .08em; text-transform: uppercase; }
.amount { margin: 12px 0 4px; font-size: clamp(34px, 11vw, 48px); font-weight: 700; line-height: 1.1; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
dl { margin-top: 20px; padding-top: 12px; border-top: 2px dashed var(--line); }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 16px; padding: 4px 0; }
dt { color: var(--soft); }
dd { overflow-wrap: anywhere; text-align: right; }
.state { margin-top: 20px; padding: 12px 14px; border-left: 5px solid var(--line); background: color-mix(in srgb, var(--ground) 55%, transparent); }
.state.good { border-color: var(--go); }
.state.bad { border-color: var(--bad); }
.state strong { display: block; }
form { margin-top: 24px; display: grid; gap: 10px; }
fieldset { display: grid; gap: 10px; margin-top: 12px; padding: 0; border: 0; }
legend { margin-bottom: 10px; padding: 0; color: var(--soft); font-size: 14px; }
button { min-height: 52px; padding: 10px 16px; border: 2px solid var(--ink); border-radius: 3px; background: transparent; color: var(--ink); font: inherit; text-align: left; cursor: pointer; touch-action: manipulation; }
button small { display: block; color: var(--soft); font-size: 13px; }
button.go { border-color: var(--go); background: var(--go); color: var(--go-ink); font-size: 18px; font-weight: 700; text-align: center; }
button:hover { text-decoration: underline; text-underline-offset: 3px; }
button:focus-visible { outline: 3px solid var(--ring); outline-offset: 3px; }
footer { margin-top: 20px; color: var(--soft); font-size: 14px; text-align: center; }
`;

const hash = createHash('sha256').update(STYLES).digest('base64');

/** Allows one style sheet, an empty icon and forms to itself: no scripts, connections or frames. */
export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-store',
};

/** `lateIsSet`: a late payment is planned. */
export type CashierOrder = typeof sandboxPayments.$inferSelect & {
  readonly expiresAt: Date;
  readonly lateIsSet: boolean;
};

type Message = readonly [tone: 'good' | 'bad' | 'plain', head: string, text: string];

const messageOf = ({ state, captures, lateIsSet }: CashierOrder, isOver: boolean): Message | null => {
  if (state === 'paid' && captures > 1)
    return ['good', 'Paid twice', 'The second payment will be refunded. You can close this window.'];
  if (state === 'paid') return ['good', 'Paid', 'You can close this window.'];
  if (state === 'refunded') return ['plain', 'Refunded', 'You can close this window.'];
  if (state === 'closed' && !isOver)
    return ['bad', 'Payment canceled', "You weren't charged. You can close this window."];
  if (lateIsSet)
    return ['plain', 'Payment on its way', 'It will arrive after the deadline. You can close this window.'];
  if (state === 'closed') return ['bad', 'This payment has expired', 'You can close this window.'];
  if (state === 'declined')
    return ['bad', 'Payment declined', "You weren't charged. Try again, or cancel the payment."];
  if (state === 'in-flight')
    return ['plain', 'Waiting for the bank', 'This payment will stay in progress until the bank responds.'];
  return isOver ? ['bad', 'This payment has expired', 'If you pay now, your payment will be late.'] : null;
};

type Choice = { readonly action: CashierAction; readonly label: string; readonly hint: string };

const LATE: Choice = { action: 'pay-late', label: 'Pay late', hint: 'the money comes in after the deadline' };
const ANYWAY: Choice = { action: 'pay-late', label: 'Pay late', hint: 'the provider charges a closed payment' };
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
const sandboxPage = (title: string, band: string, body: string, footer: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<link rel="icon" href="data:,"><title>${title}</title><style>${STYLES}</style></head>
<body><header class="band">TEST · ${band}</header>
<main><div class="receipt">${body}</div><footer>${footer}</footer></main></body>
</html>`;

const page = (title: string, body: string): string =>
  sandboxPage(title, 'no money moves here', body, "This sandbox cashier isn't part of the portal.");

/** The provider's payment page. `now`: server time; past `expiresAt` the page offers only late payment. */
export const cashierPage = (order: CashierOrder, now: Date): string => {
  const isOver = now >= order.expiresAt && order.state !== 'in-flight';
  const [tone, head, text] = messageOf(order, isOver) ?? [];
  const status = tone ? `<div class="state ${tone}" role="status"><strong>${head}</strong>${text}</div>` : '';
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

/** Placeholder for the publisher's customer service. `nickname`: the player from the ticket; null: no valid ticket. */
export const servicePage = (nickname: string | null): string =>
  sandboxPage(
    'Customer service · sandbox',
    "messages aren't read",
    `<h1>Customer service</h1>${
      nickname === null
        ? `<p class="state bad" role="status"><strong>You're not logged in here</strong>This link has expired. Open customer service from ${escaped(brand.name)} again.</p>`
        : `<p class="state good" role="status"><strong>Logged in as <bdi>${escaped(nickname)}</bdi></strong>You don't need to log in again.</p>`
    }<p>Send us your order details. The "Copy order details" button on an order has everything we need.</p>`,
    "This sandbox page isn't part of the portal.",
  );
