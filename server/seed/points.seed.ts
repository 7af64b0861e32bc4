import { and, eq } from 'drizzle-orm';
import { type OrderStatus, PAYMENT_EXPIRY_S } from '../../machines/order/order.status.ts';
import { EPOINT_CHANNEL } from '../../src/contract/epoint-order.contract.ts';
import { type IsPayable, itemForPointsOffer, type ReadOffer } from '../checkout/order-rules.ts';
import { packageOffer } from '../checkout/point-packages.ts';
import type { Tx } from '../db/database.ts';
import { deliveries, deliveryLines, type Order, orderHistory, orders, payments, roles } from '../db/schema.ts';
import { refundPoints, spendPoints } from '../ledger/point-payment.ts';
import { creditPurchase } from '../ledger/point-purchase.ts';
import { post } from '../ledger/posting.ts';
import { moveOrder } from '../orders/order-moves.ts';
import { DEMO } from './accounts.seed.ts';

/** `daysAgo`: days before seeding. */
type Story = { readonly daysAgo: number } & (
  | { readonly kind: 'gift'; readonly present: number }
  | { readonly kind: 'purchase'; readonly itemId: string; readonly channelCode: string }
  | { readonly kind: 'spend'; readonly goodsId: string; readonly serverId: string; readonly isRefunded?: boolean }
);

const STORIES: readonly Story[] = [
  { daysAgo: 64, kind: 'gift', present: 200 },
  { daysAgo: 58, kind: 'purchase', itemId: 'epoint.1000', channelCode: 'card' },
  { daysAgo: 52, kind: 'spend', goodsId: 'lantern.gems.300', serverId: '101' },
  { daysAgo: 41, kind: 'spend', goodsId: 'lantern.starter', serverId: '102', isRefunded: true },
  { daysAgo: 30, kind: 'spend', goodsId: 'lantern.pass.30', serverId: '101' },
  { daysAgo: 20, kind: 'purchase', itemId: 'epoint.500', channelCode: 'wallet' },
  { daysAgo: 9, kind: 'spend', goodsId: 'lantern.gems.60', serverId: '103' },
  { daysAgo: 3, kind: 'gift', present: 350 },
];

const DAY_MS = 86_400_000;
const PAID_MS = 31_000;
const DELIVERED_MS = 34_000;

type SeedStep = { readonly tx: Tx; readonly isPayable: IsPayable; readonly orderId: string; readonly createdAt: Date };

const after = (createdAt: Date, ms: number): Date => new Date(createdAt.getTime() + ms);

const insertOrder = async (
  { tx, isPayable, orderId, createdAt }: SeedStep,
  readOffer: ReadOffer,
  selection: {
    readonly goodsId: string;
    readonly channelCode: string;
    readonly serverId: string;
    readonly roleId: string;
  },
): Promise<Order> => {
  const reading = await readOffer(tx, isPayable, { userId: DEMO.userId, selection, quoteMinor: null });
  if (reading.kind !== 'terms') throw new Error(`the seed cannot buy ${selection.goodsId}`);
  const [order] = await tx
    .insert(orders)
    .values({
      ...reading.terms,
      orderId,
      userId: DEMO.userId,
      uid: DEMO.gameAccountId,
      clientId: 'seed',
      createdAt,
      expiresAt: after(createdAt, PAYMENT_EXPIRY_S * 1_000),
    })
    .returning();
  if (!order) throw new Error('the seed did not store an order');
  await tx.insert(orderHistory).values({ orderId, toStatus: 'pending', reason: 'created', at: createdAt });
  return order;
};

const move = (tx: Tx, { orderId }: Order, from: OrderStatus, to: OrderStatus, reason: string, at: Date) =>
  moveOrder(tx, { orderId, from, to, reason, at });

const purchase = async (step: SeedStep, itemId: string, channelCode: string): Promise<void> => {
  const { tx, orderId, createdAt } = step;
  const selection = { goodsId: itemId, channelCode, serverId: '', roleId: '' };
  const order = await insertOrder(step, packageOffer(null, createdAt), selection);
  const [paidAt, at] = [after(createdAt, PAID_MS), after(createdAt, DELIVERED_MS)];
  const { amountMinor } = order;
  await tx
    .insert(payments)
    .values({ orderId, provider: 'sandbox', captureId: `seed-${orderId}`, amountMinor, kind: 'capture', at: paidAt });
  await move(tx, order, 'pending', 'paid', 'payment verified', paidAt);
  await move(tx, order, 'paid', 'delivered', 'E Points credited', at);
  await creditPurchase(tx, order, at);
};

const spend = async (step: SeedStep, goodsId: string, serverId: string, isRefunded: boolean): Promise<void> => {
  const { tx, orderId, createdAt } = step;
  const [role] = await tx
    .select()
    .from(roles)
    .where(and(eq(roles.userId, DEMO.userId), eq(roles.serverId, serverId)))
    .orderBy(roles.roleId);
  if (!role) throw new Error(`the seed has no role on ${serverId}`);
  const { roleId } = role;
  const selection = { goodsId, channelCode: EPOINT_CHANNEL, serverId, roleId };
  const order = await insertOrder(step, itemForPointsOffer, selection);
  await spendPoints(tx, order, after(createdAt, 2_000));
  const at = after(createdAt, DELIVERED_MS);
  const lines = order.contents.map((_, line) => ({ orderId, line, sentAt: at, deliveredAt: at }));
  await tx.insert(deliveryLines).values(lines);
  await move(tx, order, 'paid', 'delivered', 'every line delivered', at);
  const deliveryRows = order.contents.map(({ name, quantity }, line) => ({
    orderId,
    line,
    serverId,
    roleId,
    name,
    quantity,
    at,
  }));
  await tx.insert(deliveries).values(deliveryRows);
  if (isRefunded) await refundPoints(tx, { ...order, status: 'delivered' }, 'refunded', after(createdAt, DAY_MS));
};

/** Past E Point purchases and payments of the demo account, written by the same rules as real ones. */
export const seedPoints = async (tx: Tx, isPayable: IsPayable, now: Date): Promise<void> => {
  for (const [at, story] of STORIES.entries()) {
    const createdAt = new Date(now.getTime() - story.daysAgo * DAY_MS);
    const orderId = `250101-DEM0-0001-${String(at).padStart(4, '0')}`;
    const step = { tx, isPayable, orderId, createdAt };
    if (story.kind === 'purchase') await purchase(step, story.itemId, story.channelCode);
    else if (story.kind === 'spend') await spend(step, story.goodsId, story.serverId, story.isRefunded ?? false);
    else {
      const { kind, present } = story;
      const entries = { present, given: -present };
      await post(tx, { userId: DEMO.userId, kind, orderId: null, entries, at: createdAt });
    }
  }
};
