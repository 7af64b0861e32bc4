import { and, eq } from 'drizzle-orm';
import { type OrderStatus, PAYMENT_EXPIRY_S } from '../../machines/order/order.status.ts';
import { EPOINT_CHANNEL } from '../../src/contract/epoint.contract.ts';
import {
  type IsPayable,
  itemForPointsOffer,
  itemOffer,
  type OrderSelection,
  type ReadOffer,
} from '../checkout/order-rules.ts';
import { packageOffer } from '../checkout/point-packages.ts';
import type { Tx } from '../db/database.ts';
import { deliveries, deliveryLines, type Order, orderHistory, orders, payments, roles } from '../db/schema.ts';
import { refundPoints, spendPoints } from '../ledger/point-payment.ts';
import { creditPurchase } from '../ledger/point-purchase.ts';
import { post } from '../ledger/posting.ts';
import { moveOrder } from '../orders/order-moves.ts';
import { enqueue } from '../outbox/outbox.ts';
import { DEMO } from './accounts.seed.ts';

/** A change of the E Points. `agoS`: when it began, in seconds before seeding. */
type Story = { readonly agoS: number } & (
  | { readonly kind: 'gift'; readonly present: number }
  | { readonly kind: 'package'; readonly itemId: string; readonly channelCode: string }
  | { readonly kind: 'points'; readonly goodsId: string; readonly serverId: string; readonly isRefunded?: boolean }
);

const DAY_S = 86_400;

const POINTS: readonly Story[] = [
  { agoS: 64 * DAY_S, kind: 'gift', present: 200 },
  { agoS: 58 * DAY_S, kind: 'package', itemId: 'epoint.1000', channelCode: 'card' },
  { agoS: 52 * DAY_S, kind: 'points', goodsId: 'lantern.gems.300', serverId: '101' },
  { agoS: 41 * DAY_S, kind: 'points', goodsId: 'lantern.starter', serverId: '102', isRefunded: true },
  { agoS: 30 * DAY_S, kind: 'points', goodsId: 'lantern.pass.30', serverId: '101' },
  { agoS: 20 * DAY_S, kind: 'package', itemId: 'epoint.500', channelCode: 'wallet' },
  { agoS: 9 * DAY_S, kind: 'points', goodsId: 'lantern.gems.60', serverId: '103' },
  { agoS: 3 * DAY_S, kind: 'gift', present: 350 },
];

const item = (
  goodsId: string,
  [serverId, channelCode]: readonly [string, string],
  agoS: number,
  ending: Exclude<OrderStatus, 'pending'>,
) => ({ goodsId, serverId, channelCode, agoS, ending });

const MONEY = [
  item('lantern.gems.6480', ['101', 'card'], 61 * DAY_S, 'delivered'),
  item('lantern.pass.30', ['102', 'wallet'], 33 * DAY_S, 'delivered'),
  item('lantern.starter', ['103', 'card'], 26 * DAY_S, 'refunded'),
  item('lantern.gems.980', ['101', 'wallet'], 12 * DAY_S, 'failed'),
  item('lantern.gems.980', ['101', 'card'], 12 * DAY_S - 180, 'delivered'),
  item('lantern.crate.7', ['102', 'bank'], 5 * DAY_S, 'overdue'),
  item('lantern.gems.3280', ['102', 'card'], 2 * DAY_S, 'delivered'),
  item('lantern.gems.300', ['103', 'card'], 600, 'paid'),
];

type SeedStep = { readonly tx: Tx; readonly isPayable: IsPayable; readonly orderId: string; readonly createdAt: Date };

const after = (since: Date, seconds: number): Date => new Date(since.getTime() + seconds * 1_000);

const insertOrder = async (
  { tx, isPayable, orderId, createdAt }: SeedStep,
  readOffer: ReadOffer,
  selection: OrderSelection,
): Promise<Order> => {
  const reading = await readOffer(tx, isPayable, { userId: DEMO.userId, selection, quoteMinor: null });
  if (reading.kind !== 'terms')
    throw new Error(`the seed cannot buy ${selection.goodsId} on ${selection.serverId} with ${selection.channelCode}`);
  const [order] = await tx
    .insert(orders)
    .values({
      ...reading.terms,
      provider: reading.provider,
      orderId,
      userId: DEMO.userId,
      uid: DEMO.gameAccountId,
      clientId: 'seed',
      createdAt,
      expiresAt: after(createdAt, PAYMENT_EXPIRY_S),
    })
    .returning();
  if (!order) throw new Error('the seed did not store an order');
  await tx.insert(orderHistory).values({ orderId, toStatus: 'pending', reason: 'created', at: createdAt });
  return order;
};

const roleOn = async (tx: Tx, serverId: string): Promise<string> => {
  const [role] = await tx
    .select()
    .from(roles)
    .where(and(eq(roles.userId, DEMO.userId), eq(roles.serverId, serverId)))
    .orderBy(roles.roleId);
  if (!role) throw new Error(`the seed has no role on ${serverId}`);
  return role.roleId;
};

const move = (tx: Tx, { orderId }: Order, from: OrderStatus, to: OrderStatus, reason: string, at: Date) =>
  moveOrder(tx, { orderId, from, to, reason, at });

const captureIdOf = ({ orderId }: Order): string => `seed-${orderId}`;

const capture = async (tx: Tx, order: Order, at: Date): Promise<void> => {
  const { orderId, provider, amountMinor } = order;
  const captureId = captureIdOf(order);
  await tx.insert(payments).values({ orderId, provider, captureId, amountMinor, kind: 'capture', at });
  await move(tx, order, 'pending', 'paid', 'payment verified', at);
};

const deliver = async (tx: Tx, order: Order, at: Date): Promise<void> => {
  const { orderId, serverId, roleId, contents } = order;
  await tx.insert(deliveryLines).values(contents.map((_, line) => ({ orderId, line, sentAt: at, deliveredAt: at })));
  await move(tx, order, 'paid', 'delivered', 'every line delivered', at);
  await tx
    .insert(deliveries)
    .values(contents.map(({ name, quantity }, line) => ({ orderId, line, serverId, roleId, name, quantity, at })));
};

const buyPackage = async (step: SeedStep, itemId: string, channelCode: string): Promise<void> => {
  const { tx, createdAt } = step;
  const selection = { goodsId: itemId, channelCode, serverId: '', roleId: '' };
  const order = await insertOrder(step, packageOffer(null, createdAt), selection);
  const at = after(createdAt, 34);
  await capture(tx, order, after(createdAt, 31));
  await move(tx, order, 'paid', 'delivered', 'E Points credited', at);
  await creditPurchase(tx, order, at);
};

const buyForPoints = async (step: SeedStep, goodsId: string, serverId: string, isRefunded: boolean): Promise<void> => {
  const { tx, createdAt } = step;
  const selection = { goodsId, channelCode: EPOINT_CHANNEL, serverId, roleId: await roleOn(tx, serverId) };
  const order = await insertOrder(step, itemForPointsOffer, selection);
  await spendPoints(tx, order, after(createdAt, 2));
  await deliver(tx, order, after(createdAt, 34));
  if (isRefunded) await refundPoints(tx, { ...order, status: 'delivered' }, 'refunded', after(createdAt, DAY_S));
};

const buyForMoney = async (
  step: SeedStep,
  { goodsId, serverId, channelCode, ending }: ReturnType<typeof item>,
  now: Date,
): Promise<void> => {
  const { tx, orderId, createdAt } = step;
  const selection = { goodsId, serverId, channelCode, roleId: await roleOn(tx, serverId) };
  const order = await insertOrder(step, itemOffer, selection);
  if (ending === 'failed')
    await move(tx, order, 'pending', ending, 'closed unpaid by the channel', after(createdAt, 95));
  if (ending === 'overdue')
    await move(tx, order, 'pending', ending, 'not paid in time', after(createdAt, PAYMENT_EXPIRY_S + 2));
  if (ending === 'failed' || ending === 'overdue') return;
  await capture(tx, order, after(createdAt, 42));
  if (ending === 'paid') {
    const dueAt = after(now, DAY_S);
    return enqueue(tx, [{ kind: 'deliver', subject: orderId, payload: {}, traceId: null, dueAt }], now);
  }
  await deliver(tx, order, after(createdAt, 45));
  if (ending === 'delivered') return;
  const refund = { orderId, provider: order.provider, captureId: `refund:${captureIdOf(order)}` };
  const at = after(createdAt, 2 * DAY_S);
  await tx.insert(payments).values({ ...refund, amountMinor: order.amountMinor, kind: 'refund', at });
  await move(tx, order, 'delivered', ending, 'refunded', at);
};

const changePoints = async (step: SeedStep, story: Story): Promise<void> => {
  switch (story.kind) {
    case 'gift': {
      const { kind, present } = story;
      const entries = { present, given: -present };
      await post(step.tx, { userId: DEMO.userId, kind, orderId: null, entries, at: step.createdAt });
      return;
    }
    case 'package':
      return buyPackage(step, story.itemId, story.channelCode);
    case 'points':
      return buyForPoints(step, story.goodsId, story.serverId, story.isRefunded ?? false);
  }
};

/**
 * Past orders of the demo account with complete books, written by the same rules as real ones: every status except unpaid, so that nothing
 * waits for a payment at the first login.
 */
export const seedOrders = async (tx: Tx, isPayable: IsPayable, now: Date): Promise<void> => {
  const stepOf = (list: '0000' | '0001', number: number, agoS: number): SeedStep => {
    const orderId = `250101-DEM0-${list}-${String(number).padStart(4, '0')}`;
    return { tx, isPayable, orderId, createdAt: after(now, -agoS) };
  };
  for (const [at, story] of POINTS.entries()) await changePoints(stepOf('0001', at, story.agoS), story);
  for (const [at, order] of MONEY.entries()) await buyForMoney(stepOf('0000', at + 1, order.agoS), order, now);
};
