import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { PaymentMethod } from '../../machines/order/order.types.ts';
import type { EPOINT_ENTRY_KINDS } from '../../src/contract/epoint.contract.ts';
import type { CodePurpose } from '../../src/contract/verification.contract.ts';
import { orderStatus, statusCodes } from './order-status.column.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const userReference = () =>
  text('user_id')
    .notNull()
    .references(() => users.userId);
const orderReference = () =>
  text('order_id')
    .notNull()
    .references(() => orders.orderId);

/** Player accounts. `password_hash`: scrypt, `scheme$salt$hash`. `email` in lower case, `phone` in E.164. */
export const users = pgTable('users', {
  userId: text('user_id').primaryKey(),
  account: text('account').notNull().unique(),
  passwordHash: text('password_hash').notNull(),
  email: text('email').unique('users_email'),
  phone: text('phone').unique('users_phone'),
  nickname: text('nickname').notNull(),
  gameAccountId: text('game_account_id').notNull().unique(),
  gameId: text('game_id').notNull(),
  blocked: boolean('blocked').notNull().default(false),
  createdAt: at('created_at').notNull().defaultNow(),
});

export type User = typeof users.$inferSelect;

/** `token_hash`: SHA-256 of the 256-bit token; the token itself is never stored. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: userReference(),
    clientId: text('client_id').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    seenAt: at('seen_at').notNull().defaultNow(),
    revokedAt: at('revoked_at'),
    /**
     * Why it ended: logout, replaced, reset, kicked, blocked. A kicked session gets code 20002 instead of HTTP 203. A trigger of `users`
     * ends the sessions of an account when it is blocked; while it is, they get HTTP 403.
     */
    revokedWhy: text('revoked_why'),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_created').on(t.createdAt)],
);

/** Login attempts and other limited events, one row per event. */
export const attempts = pgTable(
  'attempts',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    bucket: text('bucket').notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [
    index('attempts_bucket').on(t.bucket, t.at),
    index('attempts_bucket_bytes').on(sql`${t.bucket} collate "C"`),
    index('attempts_at').on(t.at),
  ],
);

/** Devices that have logged in to an account. `device_hash` covers device and account, so the table identifies neither. */
export const loginDevices = pgTable(
  'login_devices',
  {
    deviceHash: text('device_hash').primaryKey(),
    seenAt: at('seen_at').notNull(),
  },
  (t) => [index('login_devices_seen').on(t.seenAt)],
);

/**
 * The newest code of an e-mail address or phone number for one purpose. Both hashes are keyed: plain hashes of six digits or a phone
 * number could be reversed by brute force.
 */
export const verificationCodes = pgTable(
  'verification_codes',
  {
    purpose: text('purpose').$type<CodePurpose>().notNull(),
    targetHash: text('target_hash').notNull(),
    codeHash: text('code_hash').notNull(),
    tries: smallint('tries').notNull().default(0),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (t) => [
    primaryKey({ columns: [t.purpose, t.targetHash] }),
    index('verification_codes_expires').on(t.expiresAt),
    check('verification_codes_purpose', sql`purpose in ('login', 'reset')`),
  ],
);

/** Tickets that open an external page in a player's name. `ticket_hash`: SHA-256; the ticket itself is never stored. */
export const tickets = pgTable(
  'tickets',
  {
    ticketHash: text('ticket_hash').primaryKey(),
    userId: userReference(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('tickets_user').on(t.userId), index('tickets_expires').on(t.expiresAt)],
);

/** Settings of the operator by name; parsed with schemas (content/). */
export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  value: jsonb('value').$type<unknown>().notNull(),
});

export const gameServers = pgTable('game_servers', {
  serverId: text('server_id').primaryKey(),
  gameId: text('game_id').notNull(),
  gameName: text('game_name').notNull(),
  serverName: text('server_name').notNull(),
  status: smallint('status').notNull().default(0),
});

/** A role id is unique only within its server. */
export const roles = pgTable(
  'roles',
  {
    serverId: text('server_id')
      .notNull()
      .references(() => gameServers.serverId),
    roleId: text('role_id').notNull(),
    userId: userReference(),
    roleName: text('role_name').notNull(),
    lastSelectedAt: at('last_selected_at'),
    deletedAt: at('deleted_at'),
  },
  (t) => [primaryKey({ columns: [t.serverId, t.roleId] }), index('roles_user').on(t.userId)],
);

/** Prices in US cents. `names`: BCP 47 tag → text. */
export const goods = pgTable('goods', {
  goodsId: text('goods_id').primaryKey(),
  gameId: text('game_id').notNull(),
  name: text('name').notNull(),
  names: jsonb('names').$type<Record<string, string>>().notNull(),
  priceMinor: integer('price_minor').notNull(),
  quantity: integer('quantity'),
  /** The name of one piece of `quantity`, for deliveries. */
  unit: jsonb('unit').$type<{ name: string; names: Record<string, string> }>(),
  rebatePercent: integer('rebate_percent'),
  gift: jsonb('gift').$type<{ name: string; names: Record<string, string>; quantity: number }>(),
  art: text('art'),
  position: integer('position').notNull(),
  onSale: boolean('on_sale').notNull().default(true),
});

/** `provider`: a key of the provider registry (app/ports.ts). */
export const channels = pgTable('channels', {
  channelCode: text('channel_code').primaryKey(),
  name: text('name').notNull(),
  provider: text('provider').notNull(),
  isOpen: boolean('is_open').notNull().default(true),
  priority: integer('priority').notNull(),
  art: text('art'),
});

/** Orders. Names are copied, so history never changes. Amounts in US cents. */
export const orders = pgTable(
  'orders',
  {
    orderId: text('order_id').primaryKey(),
    userId: userReference(),
    uid: text('uid').notNull(),
    gameId: text('game_id').notNull(),
    gameName: text('game_name').notNull(),
    serverId: text('server_id').notNull(),
    serverName: text('server_name').notNull(),
    roleId: text('role_id').notNull(),
    roleName: text('role_name').notNull(),
    goodsId: text('goods_id').notNull(),
    goodsName: text('goods_name').notNull(),
    contents: jsonb('contents').$type<{ name: string; names: Record<string, string>; quantity: number }[]>().notNull(),
    channelCode: text('channel_code').notNull(),
    channelName: text('channel_name').notNull(),
    /** Who takes the money, even if the channel changes later. */
    provider: text('provider').notNull(),
    amountMinor: integer('amount_minor').notNull(),
    orderType: text('order_type').$type<'game' | 'epoint'>().notNull().default('game'),
    /** The price in E Points; null: paid with money. */
    epoints: integer('epoints'),
    /** E Point recharge: the points to credit. Server, role and game are empty then. */
    creditBasic: integer('credit_basic'),
    creditPresent: integer('credit_present'),
    /** The rebate that is part of `credit_present`. */
    rebateKind: text('rebate_kind').$type<'first' | 'standing'>(),
    /** The rebate's share of `credit_present`. */
    rebatePoints: integer('rebate_points'),
    status: orderStatus('status').notNull().default('pending'),
    /**
     * How the session of the provider is paid. Null until the provider has created it: after a crash in between, the next request completes
     * it. An order paid with E Points has no session.
     */
    payment: jsonb('payment').$type<PaymentMethod>(),
    providerRef: text('provider_ref'),
    clientId: text('client_id').notNull(),
    supersededBy: text('superseded_by'),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    /** When an order past its deadline was last checked; it is checked again later. */
    checkedAt: at('checked_at'),
    /** The end of the lease of the process that checks it after its deadline; other processes skip it until then. Null: not claimed yet. */
    expiryLeasedUntil: at('expiry_leased_until'),
    /** When its status last changed; the database sets it. Null: it never changed. */
    movedAt: at('moved_at'),
    /** The trace of the request that created it. Null: created by the sandbox. */
    traceId: text('trace_id'),
  },
  (t) => [
    index('orders_user_newest').on(t.userId, t.createdAt.desc(), t.orderId.desc()),
    index('orders_user_status_newest').on(t.userId, t.status, t.createdAt.desc(), t.orderId.desc()),
    index('orders_due').on(t.status, t.expiresAt),
    uniqueIndex('orders_open')
      .on(t.userId, t.serverId, t.roleId, t.goodsId, t.channelCode)
      .where(sql`status = ${sql.raw(statusCodes('pending'))}`),
    index('orders_created').on(t.createdAt, t.orderId),
    index('orders_first_rebate').on(t.userId, t.goodsId).where(sql`rebate_kind = 'first'`),
    check('orders_amount', sql`amount_minor between 1 and 999999999`),
  ],
);

export type Order = typeof orders.$inferSelect;

/** The transitions of the order chart. A trigger of `orders` refuses any other, and an order that does not begin as pending. */
export const orderMoves = pgTable(
  'order_moves',
  { fromStatus: orderStatus('from_status').notNull(), toStatus: orderStatus('to_status').notNull() },
  (t) => [primaryKey({ columns: [t.fromStatus, t.toStatus] })],
);

/** One row per status change, written in the same transaction. `from_status` null: created. */
export const orderHistory = pgTable(
  'order_history',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: orderReference(),
    fromStatus: orderStatus('from_status'),
    toStatus: orderStatus('to_status').notNull(),
    reason: text('reason').notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [index('order_history_order').on(t.orderId)],
);

/** Idempotency keys, unique per user and path. `order_id` is set in the transaction that created the order. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: text('user_id').notNull(),
    path: text('path').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of the canonical payload, without names. */
    fingerprint: text('fingerprint').notNull(),
    orderId: text('order_id'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.path, t.key] }),
    foreignKey({ name: 'idempotency_keys_order', columns: [t.orderId], foreignColumns: [orders.orderId] }),
    index('idempotency_keys_created').on(t.createdAt),
  ],
);

/** Captures and refunds, append-only. */
export const payments = pgTable(
  'payments',
  {
    paymentId: bigserial('payment_id', { mode: 'number' }).primaryKey(),
    orderId: orderReference(),
    provider: text('provider').notNull(),
    /** The provider's transaction id. A second capture of one order is refunded. */
    captureId: text('capture_id').notNull().unique(),
    amountMinor: integer('amount_minor').notNull(),
    /** ISO 4217. A capture in a currency other than that of the price pays nothing and is refunded. */
    currency: text('currency').notNull().default('USD'),
    kind: text('kind').$type<'capture' | 'refund'>().notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [index('payments_order').on(t.orderId)],
);

export type Payment = typeof payments.$inferSelect;

/** Verified notifications, stored before they are acknowledged. */
export const notifications = pgTable(
  'notifications',
  {
    eventId: text('event_id').primaryKey(),
    provider: text('provider').notNull(),
    body: jsonb('body').$type<unknown>().notNull(),
    receivedAt: at('received_at').notNull().defaultNow(),
    processedAt: at('processed_at'),
    outcome: text('outcome'),
  },
  (t) => [index('notifications_processed').on(t.processedAt)],
);

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
    userId: userReference(),
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

/**
 * Lines that this server has sent to the game, one row per order line. A trigger locks the order and rejects `sent_at` unless the order
 * is paid and not refunded. `sent_at`: the last attempt. `delivered_at`: the game confirmed the line. `refused_at`: the game refused the line, and
 * responded to every attempt. Both null: unknown.
 */
export const deliveryLines = pgTable(
  'delivery_lines',
  {
    orderId: orderReference(),
    line: integer('line').notNull(),
    sentAt: at('sent_at').notNull(),
    deliveredAt: at('delivered_at'),
    refusedAt: at('refused_at'),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.line] })],
);

/** Payments at the sandbox provider, which keeps its own books. */
export const sandboxPayments = pgTable('sandbox_payments', {
  reference: text('reference').primaryKey(),
  orderId: text('order_id').notNull().unique(),
  amountMinor: integer('amount_minor').notNull(),
  description: text('description').notNull(),
  state: text('state').$type<'open' | 'in-flight' | 'paid' | 'declined' | 'closed' | 'refunded'>().notNull(),
  captures: integer('captures').notNull().default(0),
  refundedCaptures: jsonb('refunded_captures').$type<string[]>().notNull().default([]),
  createdAt: at('created_at').notNull().defaultNow(),
});

/** Kinds of jobs in the outbox. The sandbox's own start with `sandbox-`. */
export const JOB_KINDS = [
  'deliver',
  'refund',
  'process-notification',
  'check-late-payment',
  'sandbox-notify',
  'sandbox-capture-late',
] as const;

export type JobKind = (typeof JOB_KINDS)[number];

/** Work that must happen after a commit. */
export const outbox = pgTable(
  'outbox',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind').$type<JobKind>().notNull(),
    /** Unique per kind. */
    subject: text('subject').notNull(),
    payload: jsonb('payload').$type<unknown>().notNull(),
    tries: integer('tries').notNull().default(0),
    dueAt: at('due_at').notNull().defaultNow(),
    leasedUntil: at('leased_until'),
    /** The worker that claimed the job last. */
    leaseOwner: text('lease_owner'),
    doneAt: at('done_at'),
    lastError: text('last_error'),
    /** The trace of the order, or of the request that queued the job. */
    traceId: text('trace_id'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('outbox_subject').on(t.kind, t.subject),
    index('outbox_due').on(t.doneAt, t.dueAt),
    index('outbox_open_refunds').on(t.createdAt).where(sql`kind = 'refund' and done_at is null`),
  ],
);

/** One row per periodic task of the cluster. `owner` runs it until `leased_until`; it is due at `next_at`. */
export const periodicTasks = pgTable('periodic_tasks', {
  name: text('name').primaryKey(),
  owner: text('owner'),
  leasedUntil: at('leased_until'),
  nextAt: at('next_at').notNull(),
});

/**
 * Progress of each reconciliation sweep. `position`: the last checked row; empty: a cycle begins. `failures`: consecutive failures.
 * `started_at`: of the running cycle. `completed_at`: of the last complete one.
 */
export const reconciliationSweeps = pgTable('reconciliation_sweeps', {
  name: text('name').primaryKey(),
  position: text('position').notNull().default(''),
  failures: integer('failures').notNull().default(0),
  startedAt: at('started_at').notNull(),
  completedAt: at('completed_at'),
  nextAt: at('next_at').notNull(),
});

/**
 * Inconsistencies found by reconciliation. `subject_kind` and `key`: the checked row. `subject`: the order or user it concerns.
 * `seen_at`: when a sweep last found it. `confirmed_at`: it was still present a minute later and was reported; null: it may be work in
 * progress.
 */
export const reconciliationFindings = pgTable(
  'reconciliation_findings',
  {
    subjectKind: text('subject_kind').notNull(),
    key: text('key').notNull(),
    what: text('what').notNull(),
    subject: text('subject').notNull(),
    seenAt: at('seen_at').notNull(),
    confirmedAt: at('confirmed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.subjectKind, t.key, t.what] }),
    index('reconciliation_suspects').on(t.seenAt).where(sql`confirmed_at is null`),
  ],
);

/** Articles of the editors. `type`: 1 news, 2 event, 3 strategy. Texts: the source text and BCP 47 tag → text; bodies are HTML. */
export const articles = pgTable(
  'articles',
  {
    articleId: text('article_id').primaryKey(),
    type: smallint('type').$type<1 | 2 | 3>().notNull(),
    img: text('img'),
    title: text('title').notNull(),
    titles: jsonb('titles').$type<Record<string, string>>().notNull(),
    summary: text('summary').notNull(),
    summaries: jsonb('summaries').$type<Record<string, string>>().notNull(),
    body: text('body').notNull(),
    bodies: jsonb('bodies').$type<Record<string, string>>().notNull(),
    /** Publication time: the article is hidden before it. */
    publishedAt: at('published_at').notNull(),
  },
  (t) => [index('articles_newest').on(t.publishedAt, t.articleId), check('articles_type', sql`type between 1 and 3`)],
);

/** Lines above every page; `position` 1 is first. */
export const bulletins = pgTable('bulletins', {
  bulletinId: text('bulletin_id').primaryKey(),
  title: text('title').notNull(),
  titles: jsonb('titles').$type<Record<string, string>>().notNull(),
  articleId: text('article_id').references(() => articles.articleId),
  position: integer('position').notNull(),
});

/** Items delivered to the sandbox game server. The key makes a second delivery a no-op. */
export const deliveries = pgTable(
  'deliveries',
  {
    orderId: text('order_id').notNull(),
    line: integer('line').notNull(),
    serverId: text('server_id').notNull(),
    roleId: text('role_id').notNull(),
    name: text('name').notNull(),
    quantity: integer('quantity').notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.line] })],
);

/** Faults of one browser (client-id), set through /sandbox. */
export const sandboxFaults = pgTable(
  'sandbox_faults',
  {
    clientId: text('client_id').notNull(),
    path: text('path').notNull(),
    fault: jsonb('fault').$type<unknown>().notNull(),
    /** Remaining uses; null: until it is cleared. */
    remaining: integer('remaining'),
    setAt: at('set_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.path] }), index('sandbox_faults_set').on(t.setAt)],
);

/** Messages that the sandbox would have sent by e-mail or SMS. */
export const sandboxMails = pgTable(
  'sandbox_mails',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    target: text('target').notNull(),
    purpose: text('purpose').$type<CodePurpose>().notNull(),
    code: text('code').notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [index('sandbox_mails_target').on(t.target, t.id), index('sandbox_mails_at').on(t.at)],
);

/** Analytics events received by the sandbox. `visit`: one load of the portal. */
export const sandboxEvents = pgTable(
  'sandbox_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    visit: text('visit').notNull(),
    name: text('name').notNull(),
    event: jsonb('event').$type<unknown>().notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [index('sandbox_events_visit').on(t.visit, t.id), index('sandbox_events_at').on(t.at)],
);
