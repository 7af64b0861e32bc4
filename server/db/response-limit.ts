import type { Socket } from 'node:net';
import type pg from 'pg';
import { isConnectionError } from './connection-error.ts';
import { watchStatements } from './statement-timing.ts';

/** Above the time limit of the server, which does not count while a commit waits for the standby. */
const RESPONSE_LIMIT_MS = 20_000;

/** The commit may happen later: the connection continues to wait for it. */
class StandbyWait extends Error {
  override readonly name = 'StandbyWait';
  override readonly message = 'the standby has not confirmed a commit';
  readonly code = 'STANDBY_WAIT';
}

/** Runs work on a client of a pool. It rejects with `StandbyWait` while the client still waits; the client returns to the pool later. */
export type WithClient = <Result>(use: (client: pg.PoolClient) => Promise<Result>) => Promise<Result>;

const socketOf = (client: pg.PoolClient): Socket | null => {
  const stream: unknown = Reflect.get(Object(Reflect.get(client, 'connection')), 'stream');
  return stream instanceof Object && 'destroy' in stream ? (stream as Socket) : null;
};

/**
 * Limits the time until each statement of a pool has a response. After that time, `waitsForStandby` decides: if PostgreSQL responds on
 * another connection that commits wait for a standby, a new connection would only wait as well, so this one is kept. Otherwise the host is
 * gone, and the connection is closed.
 */
export const limitResponses = (
  pool: pg.Pool,
  waitsForStandby: () => Promise<boolean>,
  limitMs = RESPONSE_LIMIT_MS,
): WithClient => {
  const giveUp = new WeakMap<pg.PoolClient, () => void>();
  let pending: Promise<boolean> | null = null;
  const checkStandby = (): Promise<boolean> => {
    pending ??= waitsForStandby().finally(() => {
      pending = null;
    });
    return pending;
  };
  const limit = (client: pg.PoolClient) => (): (() => void) => {
    let hasResponse = false;
    const check = async (): Promise<void> => {
      const isWaiting = await checkStandby();
      if (hasResponse) return;
      if (!isWaiting) {
        socketOf(client)?.destroy();
        return;
      }
      giveUp.get(client)?.();
      timer = startTimer();
    };
    const startTimer = (): NodeJS.Timeout => setTimeout(() => void check(), limitMs);
    let timer = startTimer();
    return () => {
      hasResponse = true;
      clearTimeout(timer);
    };
  };
  pool.on('connect', (client) => watchStatements(client, limit(client)));

  return async (use) => {
    const client = await pool.connect();
    const run = async () => {
      let isBroken = false;
      try {
        return await use(client);
      } catch (error) {
        isBroken = isConnectionError(error);
        throw error;
      } finally {
        client.release(isBroken);
      }
    };
    return new Promise((resolve, reject) => {
      giveUp.set(client, () => reject(new StandbyWait()));
      run().then(resolve, reject);
    });
  };
};
