import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { findForeignOrigin, findIncompatibility } from './compatibility.ts';
import type { Database } from './database.ts';
import { type FolderLock, lockFolder, SocketRefused } from './folder-lock.ts';
import { addOrderMoves, migrationsFolder } from './migrations.ts';
import { codeOf, fileProblemOf, type Opening, openFailure } from './open-result.ts';

/** The tables of a portal are small: they fit into 32 MB of buffers, and 64 MB of write-ahead log keep crash recovery short. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB', '-c', 'max_wal_size=64MB'];

export const embeddedDatabase = async (client: PGlite, release: () => Promise<void>): Promise<Database> => {
  const db = drizzle({ client });
  await migrate(db, { migrationsFolder });
  await addOrderMoves(db);
  return {
    db,
    kind: 'pglite',
    connections: null,
    close: async () => {
      await client.close();
      await release();
    },
  };
};

/** An interrupted first start leaves only the temporary folder, which the next start deletes. */
const createCluster = async (folder: string): Promise<void> => {
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const client = await PGlite.create(unfinished);
  await client.close();
  renameSync(unfinished, folder);
};

/**
 * A kill between the creation of the PID file and its first write leaves it empty, and PostgreSQL does not start with an empty one. The
 * caller has the lock of the folder, so no running process uses the file.
 */
const removePidFile = (folder: string): void => rmSync(join(folder, 'postmaster.pid'), { force: true });

const lockOrLine = async (dataDir: string): Promise<Extract<FolderLock, { readonly ok: true }> | string> => {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const lock = await lockFolder(dataDir);
    return lock.ok
      ? lock
      : `Database: the folder ${dataDir} is in use by another server (process ${lock.owner}). Stop it, or set DATA_DIR.`;
  } catch (error) {
    if (error instanceof SocketRefused)
      return `Database: no Unix socket can be opened for the lock of ${dataDir} (${error.code}), neither there nor in ${tmpdir()}. Set DATA_DIR or TMPDIR to a folder on a local disk.`;
    return `Database: the folder ${dataDir} cannot be written (${fileProblemOf(error) ?? codeOf(error)}). Set DATA_DIR to one that can.`;
  }
};

/** Opens PGlite in `dataDir`. Committed data survives kill -9. */
export const openPglite = async (dataDir: string): Promise<Opening> => {
  const lock = await lockOrLine(dataDir);
  if (typeof lock === 'string') return openFailure(lock);
  const folder = join(resolve(dataDir), 'postgres');
  const broken = `Database: the folder ${join(dataDir, 'postgres')} cannot be opened`;
  const advice = 'Restore it from a backup, or move it away to begin with an empty database.';
  try {
    if (!existsSync(folder)) await createCluster(folder);
    if (!existsSync(join(folder, 'PG_VERSION'))) {
      await lock.release();
      return openFailure(`${broken}: it contains no database. ${advice}`);
    }
    removePidFile(folder);
    const client = await PGlite.create(folder, { startParams });
    const origin = await findForeignOrigin(drizzle({ client }));
    if (origin !== null) {
      await client.close();
      await lock.release();
      return openFailure(`Database: the folder ${folder} ${origin}`);
    }
    const database = await embeddedDatabase(client, lock.release);
    const incompatibility = await findIncompatibility(database.db);
    if (incompatibility === null) return { ok: true, database };
    await database.close();
    return openFailure(`Database: the folder ${folder} ${incompatibility}`);
  } catch (error) {
    await lock.release();
    const problem = fileProblemOf(error);
    return openFailure(problem ? `${broken} (${problem}).` : `${broken} (${codeOf(error)}). ${advice}`);
  }
};
