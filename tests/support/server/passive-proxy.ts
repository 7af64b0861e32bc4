import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** Shorter than the time after which the server closes an idle connection. */
const IDLE_MS = 500;

type Upstream = { readonly port: number; readonly agent: Agent };

/** Rejects with the error of the connection. */
const forward = (
  { port, agent }: Upstream,
  { method, url, headers }: IncomingMessage,
  body: Uint8Array,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const sent = request({ agent, port, host: '127.0.0.1', method, path: url, headers }, resolve);
    sent.once('error', reject);
    sent.end(body);
  });

/** Whether the connection failed, so that the request was not sent. */
const isUnconnected = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall === 'connect';

/**
 * A proxy that works like nginx without health checks: it keeps connections open, sends a request to the next server only if it cannot
 * connect, and responds with 502 when a connection breaks.
 */
export const startPassiveProxy = async (ports: readonly number[]) => {
  const upstreams = ports.map((port) => ({ port, agent: new Agent({ keepAlive: true, timeout: IDLE_MS }) }));
  let turn = 0;

  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await buffer(incoming);
    turn += 1;
    const order = upstreams
      .map((_, at) => upstreams[(turn + at) % upstreams.length])
      .filter((one) => one !== undefined);
    for (const upstream of order) {
      try {
        const response = await forward(upstream, incoming, body);
        const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...headers } = response.headers;
        const content = await buffer(response);
        outgoing.writeHead(response.statusCode ?? 0, { ...headers, 'content-length': content.length }).end(content);
        return;
      } catch (error) {
        if (isUnconnected(error)) continue;
        outgoing.writeHead(502).end(String(error));
        return;
      }
    }
    outgoing.writeHead(502).end('no server accepts connections');
  };

  const server = createServer((incoming, outgoing) => void respond(incoming, outgoing));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: (): void => {
      server.close();
      server.closeAllConnections();
      for (const { agent } of upstreams) agent.destroy();
    },
  };
};
