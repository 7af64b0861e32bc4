import { createServer, type Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Logger } from 'pino';
import type { AppEnv } from '../kernel/context.ts';
import { networkOf } from './client-address.ts';

type Fetch = (request: Request, bindings: AppEnv['Bindings']) => Response | Promise<Response>;

export type Listener = {
  /** Reports not ready. Requests are still served, on existing and new connections. */
  readonly drain: () => void;
  /**
   * Accepts no new connections and closes each connection after its next response. Idle connections stay for `idleMs`, because a proxy may
   * be sending a request; running requests get `graceMs` in total.
   */
  readonly close: (graceMs: number, idleMs?: number) => Promise<void>;
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
  /** Gets a line for each request that is refused before it reaches `fetch`. */
  readonly log?: Logger;
};

/** An idle connection is closed by then: `keepAliveTimeout`, and the interval of its check. */
export const IDLE_CONNECTION_MS = LIMITS.keepAliveTimeout + LIMITS.connectionsCheckingInterval;

const MAX_CONNECTIONS = 10_000;
/** Once `idleMs` has passed, a closing listener closes idle keep-alive connections at this interval. */
const IDLE_CHECK_MS = 50;
/** A busy process may never have a turn as short as this, so the wait for one is limited. */
const SHORT_TURN_MS = 0.5;
const MAX_TURNS = 1_000;
/** Host of HTTP/1.0 requests without one, such as health checks of load balancers. */
const UNNAMED_HOST = 'localhost';
/** The URL of a request is built from its Host header: any other character could start the path that is routed. */
const HOST = /^[A-Za-z0-9.:[\]_-]+$/;

/** Errors of Node's parser, and of a sender that is too slow. */
const REFUSED_BY_NODE = /^HPE_|^ERR_HTTP_REQUEST_TIMEOUT$/;

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

/**
 * Resolves right after a short turn of the event loop that found no connection to accept. When a listener closes, the kernel resets the
 * connections that are still in its queue. libuv accepts one connection per turn, and new ones can arrive during a long turn.
 */
const drainAcceptQueue = async (server: Server): Promise<void> => {
  let accepted = 0;
  const count = (): void => {
    accepted += 1;
  };
  server.on('connection', count);
  await nextTurn();
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const before = accepted;
    const since = performance.now();
    await nextTurn();
    if (accepted === before && performance.now() - since < SHORT_TURN_MS) break;
  }
  server.off('connection', count);
};

/** Rejects with the system's error when it cannot listen (EADDRINUSE, EACCES, EADDRNOTAVAIL). */
export const listen = (fetch: Fetch, host: string, port: number, options: ListenOptions = {}): Promise<Listener> =>
  new Promise((resolve, reject) => {
    const { limits = LIMITS, connectionsPerAddress = 0, onRefused = () => undefined, log } = options;
    const logRefusal = (reason: string): void => log?.info({ reason }, 'malformed request');
    let isDraining = false;
    let isClosing = false;
    const respond: Parameters<typeof getRequestListener>[0] = async (request, { incoming, outgoing }) => {
      if ('stream' in incoming || 'stream' in outgoing) throw new Error('not an HTTP/1.1 request');
      if (!HOST.test(incoming.headers.host ?? UNNAMED_HOST)) {
        logRefusal('address');
        return new Response(null, { status: 400, headers: { connection: 'close' } });
      }
      const response = await fetch(request, { incoming, outgoing, isDraining: () => isDraining });
      if (isClosing && !outgoing.headersSent) outgoing.setHeader('connection', 'close');
      return response;
    };
    const refuse = (error: unknown): Response => {
      if (!(error instanceof RequestError)) return new Response(null, { status: 500 });
      logRefusal('address');
      return new Response(null, { status: 400 });
    };
    const server = createServer(limits, getRequestListener(respond, { hostname: UNNAMED_HOST, errorHandler: refuse }));
    // Node responds to these errors. A listener for `clientError` would replace its response.
    server.on('connection', (socket: Socket) => {
      socket.on('error', (error) => {
        const code = 'code' in error ? String(error.code) : '';
        if (REFUSED_BY_NODE.test(code)) logRefusal(code);
      });
    });
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      server.maxConnections = MAX_CONNECTIONS;
      if (connectionsPerAddress > 0) limitConnections(server, connectionsPerAddress, onRefused);
      const drain = (): void => {
        isDraining = true;
      };
      resolve({
        drain,
        close: async (graceMs, idleMs = 0) => {
          drain();
          // Connections stay open until the listener is closed: a client with an open connection does not open another one.
          await drainAcceptQueue(server);
          const closeController = new AbortController();
          // The method of the HTTP server would close idle connections immediately.
          const closed = new Promise<void>((done) => NetServer.prototype.close.call(server, () => done()));
          isClosing = true;
          const after = async (ms: number, run: () => void): Promise<void> => {
            await pause(ms, undefined, { signal: closeController.signal }).then(run, () => undefined);
          };
          let sweep: NodeJS.Timeout | undefined;
          const sweepIdle = (): void => {
            server.closeIdleConnections();
            sweep = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
          };
          const waits = [after(idleMs, sweepIdle), after(graceMs, () => server.closeAllConnections())];
          await closed;
          closeController.abort();
          await Promise.all(waits);
          clearInterval(sweep);
          // Stops the check for slow senders.
          server.close(() => undefined);
        },
      });
    });
  });
