import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ORDER_STATUSES } from '../../machines/order/order.status.ts';
import { isAllowedMove } from '../../machines/order/order.transitions.ts';
import type { Db } from './database.ts';
import { orderMoves } from './schema.ts';

const [sources = '', bundle = ''] = ['./migrations/', '../../server/db/migrations/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** Folder of the SQL files and their journal: next to this file, or in the sources for the bundle in dist/server. */
export const migrationsFolder = existsSync(sources) ? sources : bundle;

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
