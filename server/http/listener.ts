import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import type { AppEnv } from '../kernel/context.ts';
import { networkOf } from './client-address.ts';

type Fetch = (request: Request, bindings: AppEnv['Bindings']) => Response | Promise<Response>;

export type Listener = {
  /** Reports not ready and closes each connection after its next response. Requests are still served. */
  readonly drain: () => void;
  /** Drains, accepts no new connections, lets running requests finish, and cuts the rest after `graceMs`. */
  readonly close: (graceMs: number) => Promise<void>;
};

/** Limits slow senders: headers within 10 s, a request within 30 s, 16 kB of headers. */
export const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16_384,
};

export type ListenOptions = {
  readonly limits?: typeof LIMITS;
  /** Connections of one address; 0 means no limit. */
  readonly connectionsPerAddress?: number;
  /** Called for each connection over that limit. */
  readonly onRefused?: () => void;
};

const MAX_CONNECTIONS = 10_000;
/** While closing, idle keep-alive connections are closed at this interval. */
const IDLE_CHECK_MS = 50;
/** Host of HTTP/1.0 requests without one, such as health checks of load balancers. */
const UNNAMED_HOST = 'localhost';

/** Closes connections beyond `max` per address. */
const limitConnections = (server: Server, max: number, onRefused: () => void): void => {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const before = open.get(network) ?? 0;
    if (before >= max) {
      onRefused();
      socket.destroy();
      return;
    }
    open.set(network, before + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
};

/** Rejects with the system's error when it cannot listen (EADDRINUSE, EACCES, EADDRNOTAVAIL). */
export const listen = (fetch: Fetch, host: string, port: number, options: ListenOptions = {}): Promise<Listener> =>
  new Promise((resolve, reject) => {
    const { limits = LIMITS, connectionsPerAddress = 0, onRefused = () => undefined } = options;
    let isDraining = false;
    const server = createAdaptorServer({
      fetch: async (request, { incoming, outgoing }) => {
        if ('stream' in incoming || 'stream' in outgoing) throw new Error('not an HTTP/1.1 request');
        const response = await fetch(request, { incoming, outgoing, isDraining: () => isDraining });
        if (isDraining && !outgoing.headersSent) outgoing.setHeader('connection', 'close');
        return response;
      },
      hostname: UNNAMED_HOST,
      serverOptions: limits,
    });
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      if (!('closeIdleConnections' in server)) return reject(new Error('not an HTTP/1.1 server'));
      server.maxConnections = MAX_CONNECTIONS;
      if (connectionsPerAddress > 0) limitConnections(server, connectionsPerAddress, onRefused);
      const drain = (): void => {
        isDraining = true;
      };
      resolve({
        drain,
        close: async (graceMs) => {
          drain();
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
