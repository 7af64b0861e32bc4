import type { Socket } from 'node:net';
import pg from 'pg';

/** Sends statements that only read a few rows over connections that all requests share. */
export type SharedConnections = {
  readonly query: <Row extends unknown[]>(config: pg.QueryArrayConfig) => Promise<pg.QueryArrayResult<Row>>;
  /** Ends the connections. Statements that wait for a response reject. */
  readonly close: () => Promise<void>;
};

/** `opened`: settles with the connection. `isCorked`: a write is due at the end of this turn of the event loop. */
type Shared = { readonly opened: Promise<pg.PoolClient>; isCorked: boolean };

/** A response that takes longer means that the connection is lost. Above the statement timeout of the server. */
const RESPONSE_LIMIT_MS = 20_000;

const socketOf = (client: pg.PoolClient): Socket | null => {
  const stream: unknown = Reflect.get(Object(Reflect.get(client, 'connection')), 'stream');
  return stream instanceof Object && 'cork' in stream && 'uncork' in stream ? (stream as Socket) : null;
};

/**
 * Opens up to `count` connections. A statement does not wait for the response to the one before it, and the statements of one turn of the
 * event loop leave in one write, so that a busy server sends and wakes less often. A lost connection rejects what waits on it, and the next
 * statement opens another.
 */
export const createSharedConnections = (
  config: pg.PoolConfig,
  count: number,
  onError: (error: unknown) => void,
): SharedConnections => {
  const pool = new pg.Pool({ ...config, max: count, pipeline: true, query_timeout: RESPONSE_LIMIT_MS });
  pool.on('error', () => undefined);
  /** An error can follow the connection in the same packet, before `connect` resolves. */
  const lost = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      lost.add(client);
      onError(error);
    });
  });
  const shared = new Map<number, Shared>();
  let turn = 0;

  const open = (index: number): Shared => {
    const opened = pool.connect();
    const connection: Shared = { opened, isCorked: false };
    shared.set(index, connection);
    const drop = (): void => {
      if (shared.get(index) === connection) shared.delete(index);
    };
    opened.then((client) => {
      const end = (): void => {
        drop();
        client.release(true);
      };
      if (lost.has(client)) end();
      else client.once('error', end);
    }, drop);
    return connection;
  };

  const corkForThisTurn = (connection: Shared, client: pg.PoolClient): void => {
    const socket = connection.isCorked ? null : socketOf(client);
    if (!socket) return;
    connection.isCorked = true;
    socket.cork();
    setImmediate(() => {
      connection.isCorked = false;
      socket.uncork();
    });
  };

  return {
    query: async (statement) => {
      turn = (turn + 1) % count;
      const connection = shared.get(turn) ?? open(turn);
      const client = await connection.opened;
      corkForThisTurn(connection, client);
      return client.query(statement);
    },
    close: async () => {
      for (const { opened } of shared.values())
        opened.then(
          (client) => client.release(true),
          () => undefined,
        );
      shared.clear();
      await pool.end();
    },
  };
};
