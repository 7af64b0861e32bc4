import {
  createPostgresServer,
  createStandby,
  type PostgresServer,
  runSql,
  type StandbyServer,
} from '../support/server/postgres-cluster.ts';
import { waitFor } from './programs.ts';

/** A standby that lost its primary looks for it this often. The default of 5 s delays every commit after a restart of the primary. */
const SETTINGS = ["wal_retrieve_retry_interval = '200ms'"];
const OPTIONS = { isDurable: true };

const setSynchronous = (url: string, names: string): Promise<unknown> =>
  runSql(url, `alter system set synchronous_standby_names = '${names}'`, 'select pg_reload_conf()');

const untilSynchronous = (primary: PostgresServer): Promise<void> =>
  waitFor('a synchronous standby', async () => {
    const [row] = await runSql(
      primary.url,
      "select count(*)::int as count from pg_stat_replication where sync_state = 'sync'",
    );
    return row?.['count'] === 1;
  });

const joined = async (primary: PostgresServer, port?: number): Promise<StandbyServer> => {
  const standby = await createStandby(primary, { ...OPTIONS, ...(port !== undefined && { port }) });
  await setSynchronous(standby.url, '');
  await setSynchronous(primary.url, '*');
  await untilSynchronous(primary);
  return standby;
};

/** A primary and its synchronous standby. A promoted standby commits without a standby until a new one has joined. */
export const createDatabasePair = async () => {
  let primary: PostgresServer = await createPostgresServer(SETTINGS, OPTIONS);
  let standby = await joined(primary);
  let dead: PostgresServer | null = null;
  return {
    ports: [primary.port, standby.port] as const,
    password: new URL(primary.url).password,
    url: (): string => primary.url,
    /** kill -9. */
    killPrimary: () => primary.stop('crash'),
    /** Resolves when the standby accepts writes. */
    promote: async (): Promise<void> => {
      await standby.promote();
      [dead, primary] = [primary, standby];
    },
    /** Makes the dead primary a synchronous standby of the new one, on its old port. */
    rebuild: async (): Promise<void> => {
      if (!dead) throw new Error('no server is dead');
      const { port } = dead;
      await dead.remove();
      dead = null;
      standby = await joined(primary, port);
    },
    /** kill -9. From then on no commit of the primary returns. */
    killStandby: () => standby.stop('crash'),
    /** Resolves when the standby is synchronous again. */
    startStandby: async (): Promise<void> => {
      await standby.start();
      await untilSynchronous(primary);
    },
    stopPrimary: () => primary.stop('fast'),
    startPrimary: () => primary.start(),
    remove: async (): Promise<void> => {
      for (const server of new Set([primary, standby, ...(dead ? [dead] : [])])) await server.remove();
    },
  };
};

export type DatabasePair = Awaited<ReturnType<typeof createDatabasePair>>;
