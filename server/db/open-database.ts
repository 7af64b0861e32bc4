import type { Config } from '../kernel/config.ts';
import type { Opening } from './open-result.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';

/** PostgreSQL by DATABASE_URL, else the embedded one in DATA_DIR; either migrated to the newest schema. */
export const openDatabase = (
  { databaseUrl, databasePoolSize, dataDir }: Pick<Config, 'databaseUrl' | 'databasePoolSize' | 'dataDir'>,
  onError: (error: unknown) => void,
): Promise<Opening> =>
  databaseUrl ? openPostgres({ url: databaseUrl, poolSize: databasePoolSize }, onError) : openPglite(dataDir);
