import { existsSync } from 'node:fs';
import { migrationsFolder } from './migrations.ts';
import { type Opening, openFailure } from './open-result.ts';
import { openPostgres } from './postgres.ts';

export type DatabaseOptions = {
  /** null: the embedded database. */
  readonly databaseUrl: string | null;
  readonly databasePoolSize: number;
  /** Folder of the embedded database. */
  readonly dataDir: string;
};

/**
 * Opens PostgreSQL if there is a URL, else the embedded database, and migrates it to the newest schema. `observe` receives the time of each
 * statement of PostgreSQL in seconds.
 */
export const openDatabase = async (
  { databaseUrl, databasePoolSize, dataDir }: DatabaseOptions,
  onError: (error: unknown) => void,
  observe: (seconds: number) => void = () => undefined,
): Promise<Opening> => {
  if (!existsSync(migrationsFolder))
    return openFailure(
      'Migrations: the folder server/db/migrations is missing. Copy it from the release, next to dist.',
    );
  if (databaseUrl) return openPostgres({ url: databaseUrl, poolSize: databasePoolSize }, onError, observe);
  const { openPglite } = await import('./pglite.ts');
  return openPglite(dataDir);
};
