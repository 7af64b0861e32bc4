import { eq } from 'drizzle-orm';
import { type OrderStatus, PAYMENT_EXPIRY_S } from '../../machines/order/order.status.ts';
import type { Tx } from '../db/database.ts';
import {
  channels,
  deliveries,
  deliveryLines,
  gameServers,
  goods,
  orderHistory,
  orders,
  payments,
  roles,
} from '../db/schema.ts';
import { orderLines } from '../orders/order-lines.ts';
import { moveOrder } from '../orders/order-moves.ts';
import { enqueue } from '../outbox/outbox.ts';
import { DEMO } from './accounts.seed.ts';

type Step = { readonly to: OrderStatus; readonly afterS: number; readonly reason: string };
type Story = {
  readonly orderId: string;
  readonly goodsId: string;
  readonly serverId: string;
  readonly channelCode: string;
  /** Creation time, in seconds before seeding. */
  readonly agoS: number;
  readonly steps: readonly Step[];
};

const DAY_S = 86_400;

const paid: Step = { to: 'paid', afterS: 42, reason: 'payment verified' };
const delivered: Step = { to: 'delivered', afterS: 45, reason: 'every line delivered' };
const givenBack: Step = { to: 'refunded', afterS: 2 * DAY_S, reason: 'refunded' };

const story = (
  number: string,
  goodsId: string,
  [serverId, channelCode]: readonly [string, string],
  agoS: number,
  ...steps: readonly Step[]
): Story => ({ orderId: `250101-DEM0-0000-${number}`, goodsId, serverId, channelCode, agoS, steps });

const STORIES: readonly Story[] = [
  story('0001', 'lantern.gems.6480', ['101', 'card'], 61 * DAY_S, paid, delivered),
  story('0002', 'lantern.pass.30', ['102', 'wallet'], 33 * DAY_S, paid, delivered),
  story('0003', 'lantern.starter', ['103', 'card'], 26 * DAY_S, paid, delivered, givenBack),
  story('0004', 'lantern.gems.980', ['101', 'wallet'], 12 * DAY_S, {
    to: 'failed',
    afterS: 95,
    reason: 'closed unpaid by the channel',
  }),
  story('0005', 'lantern.gems.980', ['101', 'card'], 12 * DAY_S - 180, paid, delivered),
  story('0006', 'lantern.crate.7', ['102', 'bank'], 5 * DAY_S, {
    to: 'overdue',
    afterS: PAYMENT_EXPIRY_S + 2,
    reason: 'not paid in time',
  }),
  story('0007', 'lantern.gems.3280', ['102', 'card'], 2 * DAY_S, paid, delivered),
  story('0008', 'lantern.gems.300', ['103', 'card'], 600, paid),
];

const insert = async (tx: Tx, { orderId, goodsId, serverId, channelCode, agoS, steps }: Story, now: Date) => {
  const [item] = await tx.select().from(goods).where(eq(goods.goodsId, goodsId));
  const [server] = await tx.select().from(gameServers).where(eq(gameServers.serverId, serverId));
  const [channel] = await tx.select().from(channels).where(eq(channels.channelCode, channelCode));
  const owned = await tx.select().from(roles).where(eq(roles.userId, DEMO.userId)).orderBy(roles.roleId);
  const role = owned.find((one) => one.serverId === serverId);
  if (!item || !server || !channel || !role) return;
  const createdAt = new Date(now.getTime() - agoS * 1_000);
  const after = (seconds: number): Date => new Date(createdAt.getTime() + seconds * 1_000);
  const contents = orderLines(item);
  await tx.insert(orders).values({
    orderId,
    userId: DEMO.userId,
    uid: DEMO.gameAccountId,
    gameId: server.gameId,
    gameName: server.gameName,
    serverId,
    serverName: server.serverName,
    roleId: role.roleId,
    roleName: role.roleName,
    goodsId,
    goodsName: item.name,
    contents,
    channelCode,
    channelName: channel.name,
    amountMinor: item.priceMinor,
    clientId: 'seed',
    createdAt,
    expiresAt: after(PAYMENT_EXPIRY_S),
  });
  const captureId = `seed-${orderId}`;
  const money = { orderId, provider: channel.provider, amountMinor: item.priceMinor };
  await tx.insert(orderHistory).values({ orderId, toStatus: 'pending', reason: 'created', at: createdAt });
  let from: OrderStatus = 'pending';
  for (const { to, afterS, reason } of steps) {
    const at = after(afterS);
    if (to === 'delivered')
      await tx
        .insert(deliveryLines)
        .values(contents.map((_, line) => ({ orderId, line, sentAt: at, deliveredAt: at })));
    await moveOrder(tx, { orderId, from, to, reason, at });
    from = to;
    if (to === 'paid') await tx.insert(payments).values({ ...money, captureId, kind: 'capture', at });
    if (to === 'refunded')
      await tx.insert(payments).values({ ...money, captureId: `refund:${captureId}`, kind: 'refund', at });
    if (to !== 'delivered') continue;
    const deliveryRows = contents.map(({ name, quantity }, line) => ({
      orderId,
      line,
      serverId,
      roleId: role.roleId,
      name,
      quantity,
      at,
    }));
    await tx.insert(deliveries).values(deliveryRows);
  }
  if (from !== 'paid') return;
  const dueAt = new Date(now.getTime() + DAY_S * 1_000);
  await enqueue(tx, [{ kind: 'deliver', subject: orderId, payload: {}, traceId: null, dueAt }], now);
};

/** Past orders of the demo account with complete books: every status except unpaid, so that nothing waits for a payment at the first login. */
export const seedOrders = async (tx: Tx, now: Date): Promise<void> => {
  for (const one of STORIES) await insert(tx, one, now);
};
