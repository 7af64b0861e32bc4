import pg from 'pg';

/** Time limit for one host to accept a connection and report whether it accepts writes. */
const PROBE_MS = 3_000;

class ReadOnlyServer extends Error {
  override readonly name = 'ReadOnlyServer';
  readonly code = '25006';

  constructor() {
    super('no host of DATABASE_URL accepts writes');
  }
}

/** False on a standby, and where `default_transaction_read_only` is on. */
const acceptsWrites = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  return rows[0]?.transaction_read_only === 'off';
};

const probe = async (url: string): Promise<string> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
    application_name: 'top-up-portal',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    if (!(await acceptsWrites(client))) throw new ReadOnlyServer();
    return url;
  } finally {
    client.end().catch(() => undefined);
  }
};

/** Connects to all hosts in parallel; the first that accepts writes wins. Rejects with the most specific error if none does. */
const findPrimary = async (urls: readonly string[]): Promise<string> => {
  try {
    return await Promise.any(urls.map(probe));
  } catch (error) {
    const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
    throw errors.find((one) => one instanceof ReadOnlyServer) ?? errors[0];
  }
};

/** Empty for a local socket, which has no host and port. */
const endpointOf = (url: string): { readonly host?: string; readonly port?: number } => {
  const { hostname, port } = new URL(url);
  return hostname ? { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 5432) } : {};
};

/**
 * A client class for a pool: each new connection goes to the host that accepts writes. The host is looked up for the first connection
 * and again after a failure or a connection to a standby.
 */
export const primaryClientOf = (urls: readonly string[]): typeof pg.Client => {
  let primary: Promise<string> | null = null;

  const find = (): Promise<string> => {
    if (primary) return primary;
    const finding = findPrimary(urls);
    primary = finding;
    finding.catch(() => invalidate(finding));
    return finding;
  };
  const invalidate = (finding: Promise<string>): void => {
    if (primary === finding) primary = null;
  };

  return class PrimaryClient extends pg.Client {
    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<this> | undefined {
      const connecting = this.#connectToPrimary();
      if (!callback) return connecting;
      // On success the library calls back without an error, which the type of a callback does not say.
      connecting.then(
        () => Reflect.apply(callback, undefined, []),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      );
      return undefined;
    }

    async #connectToPrimary(): Promise<this> {
      // The pool handles errors only after `connect`. A connection that is cut during the check below must not end the process.
      this.on('error', () => undefined);
      const finding = find();
      Object.assign(this, endpointOf(await finding));
      try {
        await super.connect();
        if (!(await acceptsWrites(this))) throw new ReadOnlyServer();
        return this;
      } catch (error) {
        invalidate(finding);
        this.end().catch(() => undefined);
        throw error;
      }
    }
  };
};
