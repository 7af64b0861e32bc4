import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { EPOINT_ENTRY_KINDS } from '../../src/contract/epoint-order.contract.ts';
import { orders, users } from './schema.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Packages of E Points with prices in US cents. `rebate_percent`: of `basic`, credited as bonus points. */
export const epointItems = pgTable('epoint_items', {
  itemId: text('item_id').primaryKey(),
  name: text('name').notNull(),
  names: jsonb('names').$type<Record<string, string>>().notNull(),
  priceMinor: integer('price_minor').notNull(),
  basic: integer('basic').notNull(),
  present: integer('present').notNull().default(0),
  /** `first`: for a player's first purchase of this package. */
  rebateKind: text('rebate_kind').$type<'first' | 'standing'>(),
  rebatePercent: integer('rebate_percent'),
  rebateEndsAt: at('rebate_ends_at'),
  art: text('art'),
  position: integer('position').notNull(),
  onSale: boolean('on_sale').notNull().default(true),
});

/** E Points of a user: the sum of the ledger, written only by its trigger. */
export const epointBalances = pgTable(
  'epoint_balances',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.userId),
    basic: bigint('basic', { mode: 'number' }).notNull().default(0),
    present: bigint('present', { mode: 'number' }).notNull().default(0),
  },
  () => [check('epoint_not_negative', sql`basic >= 0 and present >= 0`)],
);

/** One change of a user's E Points and the balance after it. Append-only, at most one per order and kind. */
export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    transactionId: bigserial('transaction_id', { mode: 'number' }).primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.userId),
    kind: text('kind').$type<(typeof EPOINT_ENTRY_KINDS)[number]>().notNull(),
    orderId: text('order_id').references(() => orders.orderId),
    basic: bigint('basic', { mode: 'number' }).notNull(),
    present: bigint('present', { mode: 'number' }).notNull(),
    basicAfter: bigint('basic_after', { mode: 'number' }).notNull(),
    presentAfter: bigint('present_after', { mode: 'number' }).notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('ledger_once').on(t.orderId, t.kind),
    index('ledger_user_time').on(t.userId, t.at.desc(), t.transactionId.desc()),
    index('ledger_user_income_time').on(t.userId, t.at.desc(), t.transactionId.desc()).where(sql`basic + present > 0`),
    index('ledger_user_expense_time').on(t.userId, t.at.desc(), t.transactionId.desc()).where(sql`basic + present < 0`),
    check('ledger_not_negative', sql`basic_after >= 0 and present_after >= 0`),
  ],
);

/**
 * Double entry: the amounts of a transaction add up to zero, checked on commit. `basic` and `present` belong to the user; the
 * publisher's accounts are `sold` (for money), `given` (as a bonus), `used` (for items), `lost` (spent, then refunded) and `opening`.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    transactionId: bigint('transaction_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerTransactions.transactionId),
    account: text('account').$type<'basic' | 'present' | 'sold' | 'given' | 'used' | 'lost' | 'opening'>().notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.transactionId, t.account] })],
);
