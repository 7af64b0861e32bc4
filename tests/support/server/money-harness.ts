import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import pino from 'pino';
import type { OrderStatus } from '../../../machines/order/order.status.ts';
import { createApp } from '../../../server/app/app.ts';
import { PORTS } from '../../../server/app/ports.ts';
import { createJobWorker, type WorkerPorts, workerPorts } from '../../../server/app/workers.ts';
import { type Creation, createOrder } from '../../../server/checkout/order-creation.ts';
import type { OrderRequest } from '../../../server/checkout/order-insertion.ts';
import {
  itemForPointsOffer,
  itemOffer,
  type OrderSelection,
  POINTS_PROVIDER,
} from '../../../server/checkout/order-rules.ts';
import { packageOffer } from '../../../server/checkout/point-packages.ts';
import type { Database, Db } from '../../../server/db/database.ts';
import {
  channels,
  deliveries,
  epointItems,
  gameServers,
  goods,
  ledgerTransactions,
  orderHistory,
  orders,
  outbox,
  payments,
  roles,
  sandboxPayments,
  users,
} from '../../../server/db/schema.ts';
import { payWithPoints } from '../../../server/ledger/point-payment.ts';
import { balanceOf } from '../../../server/ledger/posting.ts';
import { type PaymentServices, payableBy } from '../../../server/payments/registry.ts';
import type { PaymentProvider } from '../../../server/ports/payment-provider.ts';
import { MIDDLEWARE, ROUTES } from '../../../server/routes/routes.ts';
import type { AppContext } from '../../../server/runtime/context.ts';
import { createMetrics } from '../../../server/runtime/metrics.ts';
import { changePoints } from '../../../server/sandbox/change-points.ts';
import type { CashierAction, SandboxEvent } from '../../../server/sandbox/sandbox.types.ts';
import { applyCashierAction, referenceOf } from '../../../server/sandbox/sandbox-payments.ts';
import { EPOINT_CHANNEL, paymentCreateEpoint } from '../../../src/contract/epoint.contract.ts';
import { runDueJobs } from './due-work.ts';
import { testConfig } from './test-config.ts';
import { openTestDatabase, sharedByTests } from './test-database.ts';

const GAME = 'game-1';
const EPOINT_PATH = paymentCreateEpoint.path;

type PackageOptions = Partial<Pick<OrderRequest, 'key' | 'quoteMinor'>> & {
  readonly channelCode?: string;
  readonly promised?: number | null;
};

export const SERVER = 'server-open';
export const GOODS = { goodsId: 'gems', priceMinor: 499 };

const seed = async (db: Db): Promise<void> => {
  const server = { gameId: GAME, gameName: 'Emberfall', serverName: 'Dawn' };
  await db.insert(gameServers).values([
    { ...server, serverId: SERVER },
    { ...server, serverId: 'server-maintained', status: 1 },
    { ...server, serverId: 'server-foreign', gameId: 'game-2' },
  ]);
  const item = { gameId: GAME, name: 'Gems', names: { 'de-DE': 'Edelsteine' }, position: 1 };
  await db.insert(goods).values([
    {
      ...item,
      ...GOODS,
      quantity: 65,
      rebatePercent: 10,
      gift: { name: 'Chest', names: { 'de-DE': 'Truhe' }, quantity: 2 },
    },
    { ...item, goodsId: 'pass', priceMinor: 1_999 },
    { ...item, goodsId: 'withdrawn', priceMinor: 100, onSale: false },
    { ...item, goodsId: 'foreign', priceMinor: 100, gameId: 'game-2' },
  ]);
  await db.insert(channels).values([
    { channelCode: 'card', name: 'Card', provider: 'sandbox', priority: 1 },
    { channelCode: 'wallet', name: 'Wallet', provider: 'sandbox', priority: 2 },
    { channelCode: 'closed', name: 'Closed', provider: 'sandbox', isOpen: false, priority: 3 },
    { channelCode: 'orphan', name: 'Orphan', provider: 'unknown', priority: 4 },
    { channelCode: EPOINT_CHANNEL, name: 'E Points', provider: POINTS_PROVIDER, priority: 5 },
  ]);
  const pack = { names: { 'de-DE': 'Paket' }, position: 1 };
  await db.insert(epointItems).values([
    { ...pack, itemId: 'p100', name: '100 E Points', priceMinor: 99, basic: 100 },
    {
      ...pack,
      itemId: 'p500',
      name: '500 E Points',
      priceMinor: 499,
      basic: 500,
      present: 25,
      rebateKind: 'standing',
      rebatePercent: 10,
      rebateEndsAt: new Date('2026-03-02T00:00:00Z'),
    },
    {
      ...pack,
      itemId: 'p1000',
      name: '1,000 E Points',
      priceMinor: 999,
      basic: 1_000,
      present: 80,
      rebateKind: 'first',
      rebatePercent: 50,
    },
    { ...pack, itemId: 'p-withdrawn', name: 'Gone', priceMinor: 99, basic: 100, onSale: false },
  ]);
};

/** Services whose providers have other methods. */
export const withProvider = (
  services: PaymentServices,
  changes: (provider: PaymentProvider, name: string) => Partial<PaymentProvider>,
): PaymentServices => ({
  ...services,
  providerOf: (name) => {
    const provider = services.providerOf(name);
    return provider && { ...provider, ...changes(provider, name) };
  },
});

/** A context that records the events that it counts and the lines that it logs. */
export const recorded = (context: AppContext) => {
  const counted: string[] = [];
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  return {
    counted,
    lines,
    context: {
      ...context,
      log: pino({ level: 'info', base: null, timestamp: false }, { write }),
      metrics: { ...context.metrics, count: (event: string) => void counted.push(event) },
    },
  };
};

/** Orders, payments and ledger on a new or given database, with a clock that the test advances. */
export const createMoneyHarness = async (opened?: Database) => {
  const database = opened ?? (await openTestDatabase());
  const { db } = database;
  if ((await db.$count(channels)) === 0) await seed(db);
  let now = Date.parse('2026-03-01T12:00:00.250Z');
  const context: AppContext = {
    db,
    config: testConfig(),
    clock: { now: () => new Date(now) },
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    ports: PORTS,
  };
  const app = createApp(context, { routes: ROUTES, middleware: MIDDLEWARE });
  const ports: WorkerPorts = {
    ...workerPorts(context),
    post: async (body, headers) =>
      (await app.request('/webhooks/sandbox', { method: 'POST', body: body.slice(), headers })).status,
  };

  const grant = async (userId: string, basic: number, present = 0): Promise<void> => {
    await changePoints(context, userId, { basic, present });
  };

  /** A new player, with these points. */
  const addUser = async (basic = 0, present = 0): Promise<string> => {
    const userId = randomUUID();
    const user = {
      userId,
      account: userId,
      passwordHash: '-',
      nickname: 'Ann',
      gameAccountId: `ga-${userId}`,
      gameId: GAME,
    };
    await db.insert(users).values(user);
    for (const serverId of [SERVER, 'server-maintained', 'server-foreign'])
      await db.insert(roles).values({ serverId, roleId: `role-${userId}`, userId, roleName: 'Ann' });
    if (basic + present > 0) await grant(userId, basic, present);
    return userId;
  };

  const requestOf = (
    userId: string,
    selection: Partial<OrderSelection> = {},
    more: Partial<OrderRequest> = {},
  ): OrderRequest => ({
    userId,
    uid: `ga-${userId}`,
    clientId: 'client',
    traceId: null,
    path: '/api/order/webCreate',
    key: null,
    quoteMinor: null,
    readOffer: itemOffer,
    selection: {
      roleId: `role-${userId}`,
      serverId: SERVER,
      goodsId: GOODS.goodsId,
      channelCode: 'card',
      ...selection,
    },
    ...more,
  });

  /** A request for an E Point package for money; `promised`: the sum on the player's screen. */
  const packageRequest = (
    userId: string,
    goodsId: string,
    { channelCode = 'card', promised = null, ...more }: PackageOptions = {},
  ): OrderRequest =>
    requestOf(
      userId,
      { serverId: '', roleId: '', goodsId, channelCode },
      { path: EPOINT_PATH, readOffer: packageOffer(promised, new Date(now)), ...more },
    );

  /** A request for a game item, paid with E Points. */
  const pointsRequest = (userId: string, goodsId = GOODS.goodsId, more: Partial<OrderRequest> = {}): OrderRequest =>
    requestOf(
      userId,
      { goodsId, channelCode: EPOINT_CHANNEL },
      { path: EPOINT_PATH, readOffer: itemForPointsOffer, ...more },
    );

  /** Reads the offer of a game item first, as the route does in the statement that checks the session. */
  const create = async (request: OrderRequest): Promise<Creation> => {
    const isEarly = request.readOffer === itemOffer || request.readOffer === itemForPointsOffer;
    const offer = isEarly ? await request.readOffer(db, payableBy(ports.services), request) : undefined;
    return createOrder(ports.services, { ...request, ...(offer && { offer }) });
  };

  const order = async (request: OrderRequest): Promise<string> => {
    const creation = await create(request);
    if (creation.kind !== 'order') throw new Error(`no order: ${creation.code}`);
    return creation.orderId;
  };
  const buy = (userId: string, selection: Partial<OrderSelection> = {}): Promise<string> =>
    order(requestOf(userId, selection));

  const movesOf = (orderId: string) =>
    db.select().from(orderHistory).where(eq(orderHistory.orderId, orderId)).orderBy(asc(orderHistory.id));
  const historyOf = async (orderId: string): Promise<OrderStatus[]> =>
    (await movesOf(orderId)).map((row) => row.toStatus);
  const jobOf = async (subject: string) => {
    const [job] = await db.select().from(outbox).where(eq(outbox.subject, subject));
    if (!job) throw new Error('no job');
    return job;
  };
  const referenceFor = async (orderId: string): Promise<string> => {
    const reference = await referenceOf(context, orderId);
    if (!reference) throw new Error('no payment session');
    return reference;
  };

  let eventCount = 0;
  /** A notification that the price of an item was captured. */
  const captureEvent = async (orderId: string, more: Partial<SandboxEvent> = {}): Promise<SandboxEvent> => ({
    event_id: `captured-${eventCount++}`,
    type: 'payment.captured',
    reference: await referenceFor(orderId),
    order_id: orderId,
    amount_minor: 499,
    currency: 'USD',
    ...more,
  });

  const act = async (orderId: string, action: CashierAction): Promise<void> =>
    applyCashierAction(context, await referenceFor(orderId), action);
  const bought = async (...actions: readonly CashierAction[]): Promise<string> => {
    const orderId = await buy(await addUser());
    for (const action of actions) await act(orderId, action);
    return orderId;
  };
  const runJobs = (with_: Partial<WorkerPorts> = {}): Promise<number> =>
    runDueJobs(createJobWorker({ ...ports, ...with_ }));
  const runJobsAfter = (ms: number, with_?: Partial<WorkerPorts>): Promise<number> => {
    now += ms;
    return runJobs(with_);
  };
  /** Runs due jobs, advances until a delivery is due, and repeats. */
  const settle = async (with_: Partial<WorkerPorts> = {}): Promise<void> => {
    for (const ms of [0, 2_000, 2_000]) await runJobsAfter(ms, with_);
  };
  /** An order that was paid with money, by default of a new player. */
  const paid = async (request?: OrderRequest): Promise<string> => {
    const orderId = await order(request ?? requestOf(await addUser()));
    await act(orderId, 'pay');
    await runJobs();
    return orderId;
  };

  return {
    context,
    database,
    app,
    ports,
    addUser,
    requestOf,
    packageRequest,
    pointsRequest,
    create,
    order,
    buy,
    /** An order of a new player, after these actions at the cashier. */
    bought,
    /** An order of a new player that was not paid in time. */
    expired: async (): Promise<string> => {
      const orderId = await bought();
      await runJobsAfter(300_000);
      return orderId;
    },
    paid,
    /** An order that was paid with money and delivered. */
    delivered: async (request?: OrderRequest): Promise<string> => {
      const orderId = await paid(request);
      await settle();
      return orderId;
    },
    /** An order that was paid with E Points. */
    spent: async (userId: string, goodsId?: string): Promise<string> => {
      const orderId = await order(pointsRequest(userId, goodsId));
      await payWithPoints(context, userId, orderId);
      return orderId;
    },
    grant,
    pay: (userId: string, orderId: string) => payWithPoints(context, userId, orderId),
    balance: (userId: string) => balanceOf(db, userId),
    ledgerOf: (userId: string) =>
      db
        .select()
        .from(ledgerTransactions)
        .where(eq(ledgerTransactions.userId, userId))
        .orderBy(asc(ledgerTransactions.transactionId)),
    referenceFor,
    captureEvent,
    jobOf,
    advance: (ms: number): void => {
      now += ms;
    },
    advanceTo: (at: Date): void => {
      now = at.getTime();
    },
    act,
    runJobs,
    runJobsAfter,
    settle,
    orderOf: async (orderId: string) => {
      const [order] = await db.select().from(orders).where(eq(orders.orderId, orderId));
      if (!order) throw new Error('no such order');
      return order;
    },
    historyOf,
    settledHistoryOf: async (orderId: string): Promise<OrderStatus[]> => {
      await settle();
      return historyOf(orderId);
    },
    reasonsOf: async (orderId: string): Promise<string[]> => (await movesOf(orderId)).map((row) => row.reason),
    /** Corrupts data: constraints and triggers are off, as after a loss of disk pages. */
    damage: (statement: string): Promise<unknown> =>
      db.transaction(async (tx) => {
        await tx.execute(sql.raw('set local session_replication_role = replica'));
        await tx.execute(sql.raw(statement));
      }),
    paymentsOf: async (orderId: string) =>
      (await db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(asc(payments.paymentId))).map(
        ({ kind, amountMinor }) => ({ kind, amountMinor }),
      ),
    deliveriesOf: async (orderId: string) =>
      (await db.select().from(deliveries).where(eq(deliveries.orderId, orderId)).orderBy(asc(deliveries.line))).map(
        ({ line, name, quantity }) => ({ line, name, quantity }),
      ),
    ordersOf: (userId: string) =>
      db.select().from(orders).where(eq(orders.userId, userId)).orderBy(asc(orders.createdAt)),
    booksOf: async (orderId: string) => {
      const [books] = await db.select().from(sandboxPayments).where(eq(sandboxPayments.orderId, orderId));
      return books;
    },
    close: () => database.close(),
  };
};

export type MoneyHarness = Awaited<ReturnType<typeof createMoneyHarness>>;

/** `open`: by default an empty database of the run. */
export const sharedMoneyHarness = (open?: () => Promise<Database>): MoneyHarness =>
  sharedByTests(
    async () => createMoneyHarness(await open?.()),
    ({ close }) => close(),
  );
