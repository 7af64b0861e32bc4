import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { describe } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { migrationsFolder } from '../../server/db/migrations.ts';
import { embeddedDatabase } from '../../server/db/pglite.ts';
import { openPostgres } from '../../server/db/postgres.ts';
import { createTestPostgres, postgresMissing } from './postgres-cluster.ts';

/** `url`: set for PostgreSQL. */
export type TestDatabase = Database & { readonly url: string | null };

export type TestDatabaseKind = 'pglite' | 'postgres';

/** The database of this run: TEST_DATABASE, else PGlite. */
const TEST_DATABASE: TestDatabaseKind = process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'pglite';

const cache = fileURLToPath(new URL('../../.cache/pglite/', import.meta.url));
const release = async (): Promise<void> => undefined;

const schemaHash = (): string => {
  const hash = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.resolve('@electric-sql/pglite'))));
  const folder = migrationsFolder();
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort())
    hash.update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
};

/** Starting from a stored data folder with the current schema takes a fifth of creating one. */
const embedded = async (): Promise<Database> => {
  const stored = join(cache, `${schemaHash()}.tar`);
  if (existsSync(stored)) {
    const loadDataDir = new Blob([new Uint8Array(readFileSync(stored))]);
    return embeddedDatabase(await PGlite.create({ loadDataDir }), release);
  }
  const client = await PGlite.create();
  const database = await embeddedDatabase(client, release);
  const dump = await client.dumpDataDir('none');
  mkdirSync(cache, { recursive: true });
  const part = `${stored}.${process.pid}`;
  writeFileSync(part, new Uint8Array(await dump.arrayBuffer()));
  renameSync(part, stored);
  return database;
};

/** Opens and migrates the database at a URL; `close` keeps it. */
export const openDatabaseAt = async (
  url: string,
  onError: (error: unknown) => void,
  observe?: (seconds: number) => void,
): Promise<TestDatabase> => {
  const opening = await openPostgres({ url, poolSize: 20 }, onError, observe);
  if (!opening.ok) throw new Error(opening.line);
  return { ...opening.database, url };
};

/** An empty database with the current schema; `close` deletes it. */
export const openTestDatabase = async (kind: TestDatabaseKind = TEST_DATABASE): Promise<TestDatabase> => {
  if (kind === 'pglite') return { ...(await embedded()), url: null };
  const { url, drop } = await createTestPostgres();
  const database = await openDatabaseAt(url, () => undefined);
  return {
    ...database,
    close: async () => {
      await database.close();
      await drop();
    },
  };
};

/** `describe` for tests with a database; its title says why it was skipped. */
export const describeOn = (title: string, body: () => void, kind: TestDatabaseKind = TEST_DATABASE): void => {
  const missing = kind === 'postgres' ? postgresMissing() : null;
  if (missing) describe.skip(`${title} (skipped: ${missing})`, () => body());
  else describe(`${title} (${kind})`, () => body());
};
