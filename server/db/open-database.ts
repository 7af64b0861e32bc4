import type { Config } from '../config.ts';
import { openEmbedded } from './embedded.ts';
import type { Opening } from './opening.ts';
import { openRemote } from './remote.ts';

/** PostgreSQL by DATABASE_URL, else the embedded one in DATA_DIR; either migrated to the newest schema. */
export const openDatabase = (
  { databaseUrl, databasePoolSize, dataDir }: Pick<Config, 'databaseUrl' | 'databasePoolSize' | 'dataDir'>,
  onError: (error: unknown) => void,
): Promise<Opening> =>
  databaseUrl ? openRemote({ url: databaseUrl, poolSize: databasePoolSize }, onError) : openEmbedded(dataDir);
