import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import { paidStatuses } from '../../machines/order/order.status.ts';
import type { Db } from '../db/database.ts';
import { channels, epointItems, orders, users } from '../db/schema.ts';
import { pointContents } from '../ledger/point-purchase.ts';
import { CODE } from '../runtime/codes.ts';
import type { ReadOffer } from './order-rules.ts';

type Package = typeof epointItems.$inferSelect;

export const packagesOnSale = (db: Db): Promise<Package[]> =>
  db.select().from(epointItems).where(eq(epointItems.onSale, true)).orderBy(asc(epointItems.position));

/** The rebate of a package at this time. `hadFirst`: the player has bought it before. */
export const rebateOf = (
  { rebateKind: kind, rebatePercent: percent, rebateEndsAt: endsAt, basic }: Package,
  hadFirst: boolean,
  now: Date,
) => {
  if (kind === null || percent === null || (endsAt && endsAt <= now) || (kind === 'first' && hadFirst)) return null;
  const points = Math.trunc((basic * percent) / 100);
  return points > 0 ? { kind, percent, points, endsAt } : null;
};

/** Packages whose first-purchase rebate the player has used: in an order that is paid and not refunded. */
export const firstPurchases = async (db: Db, userId: string): Promise<ReadonlySet<string>> => {
  const rows = await db
    .select({ itemId: orders.goodsId })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.rebateKind, 'first'), inArray(orders.status, paidStatuses())));
  return new Set(rows.map(({ itemId }) => itemId));
};

/**
 * Offer of an E Point package for money. `promised`: the sum of points on the player's screen; null if it was not sent. One open order
 * at a time reserves the first-purchase rebate, so purchases of one player run one after the other.
 */
export const packageOffer =
  (promised: number | null, now: Date): ReadOffer =>
  async (db, isPayable, { userId, selection, quoteMinor }) => {
    await db.select({ userId: users.userId }).from(users).where(eq(users.userId, userId)).for('update');
    const [item] = await db
      .select()
      .from(epointItems)
      .where(and(eq(epointItems.itemId, selection.goodsId), eq(epointItems.onSale, true)));
    if (!item) return { kind: 'refused', code: CODE.itemGone };
    const rebate = rebateOf(item, (await firstPurchases(db, userId)).has(item.itemId), now);
    const { basic, priceMinor } = item;
    const present = item.present + (rebate?.points ?? 0);
    if ((quoteMinor ?? priceMinor) !== priceMinor || (promised ?? basic + present) !== basic + present)
      return { kind: 'refused', code: CODE.priceChanged };
    const [channel] = await db
      .select()
      .from(channels)
      .where(and(eq(channels.channelCode, selection.channelCode), eq(channels.isOpen, true)));
    if (!channel || !isPayable(channel.provider)) return { kind: 'refused', code: CODE.channelClosed };
    if (rebate?.kind === 'first') {
      const [by] = await db
        .select()
        .from(orders)
        .where(
          and(
            eq(orders.userId, userId),
            eq(orders.goodsId, item.itemId),
            eq(orders.rebateKind, 'first'),
            eq(orders.status, 'pending'),
            ne(orders.channelCode, selection.channelCode),
          ),
        );
      if (by) return { kind: 'blocked', by };
    }
    return {
      kind: 'terms',
      provider: channel.provider,
      terms: {
        gameId: '',
        gameName: '',
        serverId: '',
        serverName: '',
        roleId: '',
        roleName: '',
        goodsId: item.itemId,
        goodsName: item.name,
        contents: pointContents({ basic, present }),
        channelCode: channel.channelCode,
        channelName: channel.name,
        amountMinor: priceMinor,
        orderType: 'epoint',
        epoints: null,
        creditBasic: basic,
        creditPresent: present,
        rebateKind: rebate?.kind ?? null,
        rebatePoints: rebate?.points ?? null,
      },
    };
  };
