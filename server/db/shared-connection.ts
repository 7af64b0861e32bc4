import pg from 'pg';

/** A response that takes longer means that the connection is lost. Above the statement timeout of the server. */
const RESPONSE_LIMIT_MS = 20_000;

/**
 * A connection that all requests of the process share, for statements that only read a few rows. The first statement opens it. A statement
 * does not wait for the response to the one before it. When the connection is lost, the statements that wait for it reject, and the next
 * statement opens a new one. `onConnect` receives each connection before its first statement.
 */
export const createSharedConnection = (
  config: pg.PoolConfig,
  onError: (error: unknown) => void,
  onConnect: (client: pg.PoolClient) => void,
) => {
  const pool = new pg.Pool({ ...config, max: 1, pipeline: true, query_timeout: RESPONSE_LIMIT_MS });
  pool.on('error', () => undefined);
  /** An error can follow the connection in the same packet, before `connect` resolves. */
  const lost = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    onConnect(client);
    client.on('error', (error) => {
      lost.add(client);
      onError(error);
    });
  });
  let opened: Promise<pg.PoolClient> | null = null;

  const open = (): Promise<pg.PoolClient> => {
    const opening = pool.connect();
    opened = opening;
    const clear = (): void => {
      if (opened === opening) opened = null;
    };
    opening.then((client) => {
      const end = (): void => {
        clear();
        client.release(true);
      };
      if (lost.has(client)) end();
      else client.once('error', end);
    }, clear);
    return opening;
  };

  return {
    query: async <Row extends unknown[]>(statement: pg.QueryArrayConfig): Promise<pg.QueryArrayResult<Row>> =>
      (await (opened ?? open())).query(statement),
    /** Ends the connection. Statements that wait for a response reject. */
    close: async (): Promise<void> => {
      opened?.then(
        (client) => client.release(true),
        () => undefined,
      );
      opened = null;
      await pool.end();
    },
  };
};

export type SharedConnection = ReturnType<typeof createSharedConnection>;
