import { PGlite } from '@electric-sql/pglite';
import { describe } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import { embeddedDatabase } from '../../../server/db/pglite.ts';
import { openPostgres } from '../../../server/db/postgres.ts';
import { emptyDataDir } from './empty-data-dir.ts';
import { createTestPostgres, postgresMissing } from './postgres-cluster.ts';
import { postgresServerMissing } from './postgres-server.ts';
import { sharedByTests } from './shared-by-tests.ts';

/** `url`: set for PostgreSQL. */
export type TestDatabase = Database & { readonly url: string | null };

export type TestDatabaseKind = 'pglite' | 'postgres';

/** The database of this run: TEST_DATABASE, else PGlite. */
const TEST_DATABASE: TestDatabaseKind = process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'pglite';

/** On a busy machine, the last of hundreds of parallel requests waits longer for a connection than a player would. */
const CONNECTION_WAIT_MS = 120_000;

const release = async (): Promise<void> => undefined;

const embedded = async (): Promise<Database> =>
  embeddedDatabase(await PGlite.create({ loadDataDir: await emptyDataDir() }), release);

/** Opens and migrates the database at a URL; `close` keeps it. */
export const openDatabaseAt = async (
  url: string,
  onError: (error: unknown) => void,
  observe?: (seconds: number) => void,
  options: Partial<Parameters<typeof openPostgres>[0]> = {},
): Promise<TestDatabase> => {
  const opening = await openPostgres({ url, poolSize: 20, ...options }, onError, observe);
  if (!opening.ok) throw new Error(opening.line);
  return { ...opening.database, url };
};

/** An empty database with the current schema; `close` deletes it. */
export const openTestDatabase = async (kind: TestDatabaseKind = TEST_DATABASE): Promise<TestDatabase> => {
  if (kind === 'pglite') return { ...(await embedded()), url: null };
  const { url, drop } = await createTestPostgres();
  const database = await openDatabaseAt(url, () => undefined, undefined, { connectionWaitMs: CONNECTION_WAIT_MS });
  return {
    ...database,
    close: async () => {
      await database.close();
      await drop();
    },
  };
};

export const sharedTestDatabase = (kind?: TestDatabaseKind): TestDatabase =>
  sharedByTests(
    () => openTestDatabase(kind),
    ({ close }) => close(),
  );

/** `describe` for tests with a database; its title says why it was skipped. */
export const describeOn = (title: string, body: () => void, kind: TestDatabaseKind = TEST_DATABASE): void => {
  const missing = kind === 'postgres' ? postgresMissing() : null;
  if (missing) describe.skip(`${title} (skipped: ${missing})`, () => body());
  else describe(`${title} (${kind})`, () => body());
};

/** `describe` for tests that stop and start a PostgreSQL of their own. */
export const describeOnServer = (title: string, body: () => void): void => {
  const missing = postgresServerMissing();
  describe.skipIf(missing)(missing ? `${title} (skipped: ${missing})` : title, { timeout: 240_000 }, body);
};
