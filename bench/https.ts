import { Agent, request } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { createCertificate } from '../tests/support/server/self-signed-certificate.ts';

const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

const forwardTo = (target: URL, agent: Agent) => (incoming: Http2ServerRequest, outgoing: Http2ServerResponse) => {
  const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':')));
  const upstream = request(
    {
      agent,
      host: target.hostname,
      port: target.port,
      method: incoming.method,
      path: incoming.url,
      headers: { ...headers, host: incoming.authority },
    },
    (response) => {
      const forwarded = Object.entries(response.headers).filter(([name]) => !CONNECTION_HEADERS.has(name));
      outgoing.writeHead(response.statusCode ?? 502, Object.fromEntries(forwarded));
      response.pipe(outgoing);
    },
  );
  upstream.on('error', () => outgoing.stream.destroyed || outgoing.stream.close());
  incoming.pipe(upstream);
};

/**
 * HTTP/2 with TLS in front of HTTP/1.1 servers, like the edge in front of a production server. `trust`: the argument that makes Chromium
 * accept the certificate without an error, so that it caches responses and allows service workers.
 */
export const createEdge = () => {
  const { key, cert, spki } = createCertificate();
  const agent = new Agent({ keepAlive: true });
  const closers: (() => void)[] = [];
  return {
    trust: `--ignore-certificate-errors-spki-list=${spki}`,
    /** Resolves with the HTTPS origin that forwards to `origin`. */
    open: async (origin: string): Promise<string> => {
      const server = createSecureServer({ key, cert, allowHTTP1: true }, forwardTo(new URL(origin), agent));
      const sessions = new Set<{ destroy: () => void }>();
      server.on('session', (session) => {
        sessions.add(session);
        session.on('close', () => sessions.delete(session));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      closers.push(() => {
        for (const session of sessions) session.destroy();
        server.close();
      });
      return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    close: () => {
      for (const close of closers) close();
      agent.destroy();
    },
  };
};
