import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ORDER_STATUSES } from '../../machines/order/order.status.ts';
import { isAllowedMove } from '../../machines/order/order.transitions.ts';
import type { Db } from './database.ts';
import { orderMoves } from './schema.ts';

/** In the sources, the migrations are next to this file; the bundle in dist/server reads them from the sources. */
const FOLDERS = ['./migrations/', '../../server/db/migrations/'];

/** Folder of the SQL files and their journal, or null if it is missing. */
export const findMigrations = (): string | null =>
  FOLDERS.map((path) => fileURLToPath(new URL(path, import.meta.url))).find(existsSync) ?? null;

/** The folder of `findMigrations`. Throws if it is missing. */
export const migrationsFolder = (): string => {
  const folder = findMigrations();
  if (folder === null) throw new Error('the folder server/db/migrations is missing');
  return folder;
};

/**
 * Adds the moves of the order chart that the database lacks. It removes none: during a deployment an older server may start again, and the
 * newer ones still need theirs. A migration deletes a move that no release in use makes.
 */
export const addOrderMoves = async (db: Pick<Db, 'insert'>): Promise<void> => {
  const moves = ORDER_STATUSES.flatMap((fromStatus) =>
    ORDER_STATUSES.filter((toStatus) => isAllowedMove(fromStatus, toStatus)).map((toStatus) => ({
      fromStatus,
      toStatus,
    })),
  );
  await db.insert(orderMoves).values(moves).onConflictDoNothing();
};
