import { setTimeout as pause } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';

type Fetch = (request: Request, bindings: object) => Response | Promise<Response>;

export type Listener = {
  /** Takes no new connection, lets running requests end, and cuts what is left after `graceMs`. */
  readonly close: (graceMs: number) => Promise<void>;
};

/** Against slow senders: headers within 10 s, a request within 30 s, 16 kB of headers. */
export const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16_384,
};

const MAX_CONNECTIONS = 10_000;
/** A kept-alive connection falls idle after its answer; it is closed then. */
const IDLE_CHECK_MS = 50;

/** Rejects with the system's error when it cannot listen (EADDRINUSE, EACCES, EADDRNOTAVAIL). */
export const listen = (fetch: Fetch, host: string, port: number, limits = LIMITS): Promise<Listener> =>
  new Promise((resolve, reject) => {
    const server = createAdaptorServer({
      fetch,
      serverOptions: limits,
    });
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      if (!('closeIdleConnections' in server)) return reject(new Error('not an HTTP/1.1 server'));
      server.maxConnections = MAX_CONNECTIONS;
      resolve({
        close: async (graceMs) => {
          const isOver = new AbortController();
          const closed = new Promise<void>((done) => server.close(() => done())).finally(() => isOver.abort());
          const sweep = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
          const cut = pause(graceMs, undefined, { signal: isOver.signal }).then(
            () => server.closeAllConnections(),
            () => undefined,
          );
          await Promise.all([closed, cut]);
          clearInterval(sweep);
        },
      });
    });
  });
