import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { ORDER_STATUS_CODE } from '../../machines/order/order.status.ts';
import type { Db } from '../../server/db/database.ts';
import { channels, epointItems, gameServers, goods, settings } from '../../server/db/schema.ts';
import { CHANNELS, LANTERN_ISLES, PORTAL, SERVERS } from '../../server/seed/games.seed.ts';
import { GOODS, PACKAGES } from '../../server/seed/goods.seed.ts';
import { HOME } from '../../server/seed/home.seed.ts';
import { createAccount } from '../../server/users/account.ts';

/** The methods of PGlite and of its transactions that drizzle uses. */
type Queries = Pick<PGlite, 'query' | 'exec'>;

/** Statements that change orders, what they cost or deliver, or the jobs that return money. */
const MONEY =
  /^\s*(?!update "orders" set "checked_at")(?:insert into|update|delete from|with)\b.*?\b(?:orders|order_history|idempotency_keys|payments|ledger_\w+|epoint_balances|deliver\w+)\b|^\s*update "outbox" set .*"done_at" = /is;

/** A statement that writes in a common table expression and ends with a query reports no affected rows. */
const WRITES_BEFORE_QUERY = /^\s*with\b.*?\bas (?:materialized )?\(\s*(?:insert into|update|delete from)\b/is;

/** A job that failed becomes due again. */
const RETRY = /^update "outbox" set "due_at" = .*"last_error" = /i;

/** `before`: called before each statement and after each commit; throws if the process is dead or the connection ends. */
type Gate = { readonly before: (what: string) => void };

/** The one database of the simulation. Every server process has its own connection, which ends with the process. */
export const createSimulatedDatabase = (client: PGlite) => {
  let running = 0;
  let writes = 0;
  let moneyWrites = 0;
  let retries = 0;

  const counted = async <Result>(task: () => Promise<Result>): Promise<Result> => {
    running += 1;
    try {
      return await task();
    } finally {
      running -= 1;
    }
  };

  /** `isAutocommit`: each statement is a transaction, so its response may be lost although it was committed. */
  const guarded = (target: Queries, { before }: Gate, isAutocommit: boolean): Queries => ({
    query: (text, ...more) =>
      counted(async () => {
        before(text);
        const result = await target.query(text, ...more);
        if (result.affectedRows || WRITES_BEFORE_QUERY.test(text)) {
          writes += 1;
          if (MONEY.test(text)) moneyWrites += 1;
          if (RETRY.test(text)) retries += 1;
          if (isAutocommit) before('committed');
        }
        return result as never;
      }),
    exec: (text, ...more) =>
      counted(async () => {
        before(text);
        writes += 1;
        return target.exec(text, ...more);
      }),
  });

  const connect = (gate: Gate): Db => {
    const connection = {
      ...guarded(client, gate, true),
      transaction: <Result>(task: (tx: Queries) => Promise<Result>): Promise<Result | undefined> =>
        counted(async () => {
          gate.before('begin');
          const result = await client.transaction(async (tx) => {
            const done = await task(guarded(tx, gate, false));
            gate.before('commit');
            return done;
          });
          gate.before('committed');
          return result;
        }),
    };
    return drizzle({ client: connection as unknown as PGlite });
  };

  return {
    connect,
    /** For invariants and systems that share no process with a server. */
    outside: connect({ before: () => undefined }),
    read: <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
      client.query<Row>(text, values).then(({ rows }) => rows),
    /** How often a job was postponed because it failed. */
    retries: (): number => retries,
    isBusy: (): boolean => running > 0,
    /** Increases with each statement that has changed rows, or may have. */
    writes: (): number => writes,
    /** Increases with each statement that may have moved money, E Points, orders or deliveries. */
    moneyWrites: (): number => moneyWrites,
  };
};

export type SimulatedDatabase = ReturnType<typeof createSimulatedDatabase>;

const { paid, failed, delivered, refunded, overdue } = ORDER_STATUS_CODE;

const COUNTS = `
select
  (select count(*) from order_history where to_status = ${paid})::int as paid,
  (select count(*) from order_history where to_status = ${delivered})::int as delivered,
  (select count(*) from order_history where to_status = ${refunded})::int as refunded,
  (select count(*) from order_history where to_status = ${overdue})::int as expired,
  (select count(*) from order_history where to_status = ${failed})::int as failed,
  (select count(*) from order_history where to_status = ${paid} and from_status in (${failed}, ${overdue}))::int as "late-captures",
  (select count(*) from (select from payments where kind = 'capture' group by order_id having count(*) > 1) again)::int as "second-captures",
  (select count(*) from order_history where from_status = ${delivered})::int as "refunds-after-delivery",
  (select count(*) from order_history h join order_history p using (order_id) where h.from_status = ${paid} and h.to_status = ${refunded}
    and p.to_status = ${paid} and h.at > p.at + interval '72 hours')::int as "refunds-after-72-hours",
  (select count(*) from ledger_transactions where kind = 'spend')::int as "points-spent",
  (select count(*) from ledger_transactions where kind = 'purchase')::int as "points-bought"`;

export const countOutcomes = async (database: SimulatedDatabase): Promise<Readonly<Record<string, number>>> => {
  const [counts = {}] = await database.read<Record<string, number>>(COUNTS);
  return counts;
};

/** Adds games, items and channels to an empty database. */
export const seedShop = async (db: Db): Promise<void> => {
  await db.insert(settings).values([
    { name: 'portal', value: PORTAL },
    { name: 'home', value: HOME },
  ]);
  await db.insert(gameServers).values([...SERVERS]);
  await db.insert(goods).values(GOODS);
  await db.insert(epointItems).values([...PACKAGES]);
  await db.insert(channels).values([...CHANNELS]);
};

/** A player with E Points and one role on each of two servers, without a password. */
export const addPlayer = async (db: Db, userId: string, createdAt: Date): Promise<void> => {
  await createAccount(db, {
    userId,
    account: userId,
    passwordHash: '-',
    email: `${userId}@players.example`,
    phone: `+1202555${userId.replace(/\D/g, '').padStart(4, '0')}`,
    nickname: 'Aldric',
    gameId: LANTERN_ISLES.gameId,
    roles: ['101', '102'].map((serverId) => ({ serverId, roleId: `${userId}-${serverId}`, roleName: 'Aldric Vane' })),
    points: { basic: 1_200, present: 350 },
    createdAt,
  });
};
