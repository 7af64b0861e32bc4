import { createServer, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Logger } from 'pino';
import type { Config } from '../runtime/config.ts';
import type { AppEnv } from '../runtime/context.ts';
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

/** How long the body of a request may take after its headers, in ms. */
const BODY_TIMEOUT_MS = 20_000;

export const limitsOf = (settings: Pick<Config, 'keepAliveMs' | 'headersTimeoutMs' | 'maxHeaderBytes'>) => ({
  keepAliveTimeout: settings.keepAliveMs,
  headersTimeout: settings.headersTimeoutMs,
  requestTimeout: settings.headersTimeoutMs + BODY_TIMEOUT_MS,
  maxHeaderSize: settings.maxHeaderBytes,
  connectionsCheckingInterval: 1_000,
});

/** Headers within 10 s, a request within 30 s, 64 kB of headers. */
export const LIMITS = limitsOf({ keepAliveMs: 65_000, headersTimeoutMs: 10_000, maxHeaderBytes: 65_536 });

type ListenOptions = {
  readonly limits?: ReturnType<typeof limitsOf>;
  /** Connections of one address; 0 means no limit. */
  readonly connectionsPerAddress?: number;
  /** Called for each connection over that limit. */
  readonly onRefused?: () => void;
  /** Gets a line for each request that is refused before it reaches `fetch`. */
  readonly log?: Logger;
};

/** How long a closing listener keeps idle connections: a proxy may be sending a request on one. */
export const IDLE_CONNECTION_MS = 6_000;

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

/** How long a refused client may take to read the response. Closing with unread data would reset the connection and lose the response. */
const LINGER_MS = 5_000;

type Refusal = { readonly status: 400 | 408 | 413 | 431; readonly text: string };

const MALFORMED: Refusal = { status: 400, text: 'The request is malformed.' };

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    text: 'The headers of the request are too large. In a browser, delete the cookies of this site and reload the page.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, text: 'The request is too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, text: 'The request did not arrive in time.' },
};

/** The response to an error of Node's parser, or to a sender that is too slow. null: the client has left. */
const refusalOf = (code: string): Refusal | null => REFUSALS[code] ?? (code.startsWith('HPE_') ? MALFORMED : null);

const REFUSAL_HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  connection: 'close',
};

const refusalText = ({ status, text }: Refusal): string =>
  [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries({ ...REFUSAL_HEADERS, 'content-length': Buffer.byteLength(text) }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    '',
    text,
  ].join('\r\n');

/** Responds to requests that Node's parser refuses. `onRefused` receives the code of the error. */
const answerMalformed = (server: Server, onRefused: (code: string) => void): void => {
  const responses = new WeakMap<object, ServerResponse>();
  server.on('request', ({ socket }, response) => void responses.set(socket, response));
  server.on('clientError', (error, socket) => {
    // The parser reports its error again with each further packet.
    if (socket.writableEnded) return;
    const code = 'code' in error ? String(error.code) : '';
    const refusal = refusalOf(code);
    if (refusal) onRefused(code);
    const { headersSent = false, writableFinished = true } = responses.get(socket) ?? {};
    const isResponding = headersSent && !writableFinished;
    if (!refusal || !socket.writable || isResponding) {
      socket.destroy();
      return;
    }
    socket.end(refusalText(refusal));
    const late = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(late));
  });
};

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
    const logRefusal = (reason: string): void => {
      if (reason === 'HPE_HEADER_OVERFLOW') log?.warn({ reason }, 'request headers are larger than MAX_HEADER_BYTES');
      else log?.info({ reason }, 'malformed request');
    };
    const refuseAddress = (): Response => {
      logRefusal('address');
      return new Response(MALFORMED.text, { status: MALFORMED.status, headers: REFUSAL_HEADERS });
    };
    let isDraining = false;
    let isClosing = false;
    const respond: Parameters<typeof getRequestListener>[0] = async (request, { incoming, outgoing }) => {
      if ('stream' in incoming || 'stream' in outgoing) throw new Error('not an HTTP/1.1 request');
      if (!HOST.test(incoming.headers.host ?? UNNAMED_HOST)) return refuseAddress();
      const response = await fetch(request, { incoming, outgoing, isDraining: () => isDraining });
      if (isClosing && !outgoing.headersSent) outgoing.setHeader('connection', 'close');
      return response;
    };
    const refuse = (error: unknown): Response =>
      error instanceof RequestError ? refuseAddress() : new Response(null, { status: 500 });
    const server = createServer(limits, getRequestListener(respond, { hostname: UNNAMED_HOST, errorHandler: refuse }));
    answerMalformed(server, logRefusal);
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
          // The method of the HTTP server would close idle connections immediately.
          const closed = new Promise<void>((done) => NetServer.prototype.close.call(server, () => done()));
          isClosing = true;
          let sweep: NodeJS.Timeout | undefined;
          const idle = setTimeout(() => {
            server.closeIdleConnections();
            sweep = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
          }, idleMs);
          const grace = setTimeout(() => server.closeAllConnections(), graceMs);
          await closed;
          for (const timer of [idle, grace, sweep]) clearTimeout(timer);
          // Stops the check for slow senders.
          server.close(() => undefined);
        },
      });
    });
  });
