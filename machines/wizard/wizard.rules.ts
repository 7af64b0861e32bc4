import type { AnyMachineSnapshot, SnapshotFrom } from 'xstate';
import { parentOf, type Rule, ruleAbout, withEntry } from '../kernel/rule.ts';
import type { Purchase } from '../order/order.types.ts';
import type { OrderIntent, submitOrderMachine } from './submit-order.machine.ts';
import type { WizardContext } from './wizard.types.ts';

const aboutSubmission = ruleAbout<SnapshotFrom<typeof submitOrderMachine>>('submitOrder');

const oneOrderPerIntent = aboutSubmission({
  id: 'one-order-per-intent',
  sentence: 'An idempotency key makes at most one order.',
  memory: new Map<string, string>(),
  check: (orders, { snapshot: { context } }) => {
    const known = orders.get(context.intent.key);
    const { ticket } = context;
    return known !== undefined && ticket && ticket.orderId !== known
      ? `${ticket.orderId} has the key of ${known}`
      : null;
  },
  remember: (orders, { snapshot: { context } }) =>
    context.ticket ? withEntry(orders, context.intent.key, context.ticket.orderId) : orders,
});

const ticketAsIntent = aboutSubmission({
  id: 'ticket-as-intent',
  sentence: 'A new order has the choices that its request had.',
  check: (_, { snapshot: { context } }) => {
    const [ordered, created] = [context.intent.choices, context.ticket?.choices];
    if (!created) return null;
    const parts = [
      [created.recipient?.roleId ?? '', ordered.recipient?.roleId ?? ''],
      [created.item.itemId, ordered.item.itemId],
      [created.channel.fieldKey, ordered.channel.fieldKey],
    ] as const;
    const other = parts.find(([is, wanted]) => is !== wanted);
    return other ? { problem: 'the choices of the new order differ', wrong: [other[0]], right: other[1] } : null;
  },
});

type KeyedSnapshot = Pick<AnyMachineSnapshot, 'status'> & {
  readonly context: { readonly intent: OrderIntent | null };
};

const aboutKeys = ruleAbout<KeyedSnapshot>('submitOrder', 'recharge', 'epointRecharge');

const unknownOutcomeKeepsKey = aboutKeys({
  id: 'unknown-outcome-keeps-key',
  sentence:
    'Until the outcome of an order is known, the wizard sends no other idempotency key, unless the player asked for it.',
  memory: new Map<string, string>(),
  check: (keys, { machine, path, snapshot }) => {
    const known = keys.get(parentOf(path));
    return machine === 'submitOrder' && known !== undefined && known !== snapshot.context.intent?.key
      ? 'the wizard sends another key before the outcome of the first one is known'
      : null;
  },
  remember: (keys, { machine, path, event, snapshot }) => {
    const next = new Map(keys);
    if (machine !== 'submitOrder') {
      if (event.type === 'order.replace') next.delete(path);
    } else if (snapshot.status === 'done') next.delete(parentOf(path));
    else if (snapshot.context.intent) next.set(parentOf(path), snapshot.context.intent.key);
    return next;
  },
});

/** Only the wizard of a game has a server and a role. */
type ChosenRole = { readonly serverId?: string | null | undefined; readonly roleId?: string | null | undefined };

type WizardSnapshot = Pick<AnyMachineSnapshot, 'status'> & { readonly context: WizardContext & ChosenRole };

const aboutWizard = ruleAbout<WizardSnapshot>('recharge', 'epointRecharge');

type Confirmed = Pick<WizardContext, 'item' | 'channel'> & ChosenRole;

const isSamePurchase = ({ item, channel, serverId, roleId }: Confirmed, ordered: Purchase): boolean =>
  (serverId ?? undefined) === ordered.recipient?.serverId &&
  (roleId ?? undefined) === ordered.recipient?.roleId &&
  item?.itemId === ordered.item.itemId &&
  item.price.minor === ordered.item.price.minor &&
  item.epointPrice === ordered.item.epointPrice &&
  channel?.fieldKey === ordered.channel.fieldKey;

const orderedAsConfirmed = aboutWizard({
  id: 'ordered-as-confirmed',
  sentence: 'An order asks for the recipient, the item, the price and the channel that the confirmation showed.',
  memory: new Map<string, Confirmed>(),
  check: (shown, { path, event, snapshot: { context } }) => {
    const confirmed = shown.get(path);
    return event.type === 'order.confirm' &&
      context.intent &&
      confirmed &&
      !isSamePurchase(confirmed, context.intent.choices)
      ? 'the intent differs from what was shown'
      : null;
  },
  remember: (shown, { path, snapshot: { context } }) => {
    const { item, channel, serverId, roleId } = context;
    return new Map([...shown, [path, { item, channel, serverId, roleId }]]);
  },
});

const priceNoticeIsTrue = aboutWizard({
  id: 'price-notice-is-true',
  sentence: 'A notice of a changed price names the price that was shown and the one that is asked now.',
  memory: new Map<string, WizardContext['item']>(),
  check: (items, { path, snapshot: { context } }) => {
    const { notice, item } = context;
    if (notice?.kind !== 'price-changed' || !item) return null;
    if (notice.isMinor !== item.price.minor) return `it says ${notice.isMinor}, the price is ${item.price.minor}`;
    const before = items.get(path);
    const isNew = before?.itemId === item.itemId && before.price.minor !== item.price.minor;
    return isNew && notice.wasMinor !== before.price.minor
      ? `it says ${notice.wasMinor} before, the price was ${before.price.minor}`
      : null;
  },
  remember: (items, { path, snapshot: { context } }) => withEntry(items, path, context.item),
});

export const WIZARD_RULES: readonly Rule[] = [
  oneOrderPerIntent,
  ticketAsIntent,
  unknownOutcomeKeepsKey,
  orderedAsConfirmed,
  priceNoticeIsTrue,
];
