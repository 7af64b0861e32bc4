import type { Socket } from 'node:net';
import type pg from 'pg';
import { isConnectionError } from './connection-error.ts';

/** Calls `onSend` for each statement of a client, and what it returns after the last row or the error. A client can have several watchers. */
const watchStatements = (client: pg.ClientBase, onSend: () => () => void): void => {
  const earlier = Object.hasOwn(client, 'query') ? client.query : null;
  const send = (values: readonly unknown[]): unknown =>
    Reflect.apply(earlier ?? Reflect.get(Object.getPrototypeOf(client), 'query'), client, values);
  const watched = (...values: readonly unknown[]): unknown => {
    const end = onSend();
    const callback = values.at(-1);
    if (typeof callback === 'function') {
      const reply = (...result: readonly unknown[]): void => {
        end();
        Reflect.apply(callback, undefined, result);
      };
      return send([...values.slice(0, -1), reply]);
    }
    const sent = send(values);
    if (sent instanceof Promise) sent.then(end, end);
    return sent;
  };
  Object.defineProperty(client, 'query', { value: watched, configurable: true, writable: true });
};

/** Reports how long each statement of a client takes, from its sending to its last row. Failed statements count too. */
export const timeStatements = (client: pg.ClientBase, observe: (seconds: number) => void): void =>
  watchStatements(client, () => {
    const since = performance.now();
    return () => observe((performance.now() - since) / 1_000);
  });

/** Above the time limit of the server, which does not count while a commit waits for the standby. */
const RESPONSE_LIMIT_MS = 20_000;

/** The commit may happen later: the connection continues to wait for it. */
class StandbyWait extends Error {
  override readonly name = 'StandbyWait';
  readonly code = 'STANDBY_WAIT';

  constructor() {
    super('the standby has not confirmed a commit');
  }
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
