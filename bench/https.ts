import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { Agent, request } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';

const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const utcTime = (year: number): Buffer => der(0x17, Buffer.from(`${year % 100}0101000000Z`));

const ECDSA_SHA256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'));
const COMMON_NAME = Buffer.from('0603550403', 'hex');

/** A new key and a self-signed certificate: Node can sign one and not write one. `spki`: what a browser trusts it by. */
const createIdentity = (): { readonly key: string; readonly cert: string; readonly spki: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = publicKey.export({ type: 'spki', format: 'der' });
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from('bench')))));
  const year = new Date().getUTCFullYear();
  const serial = der(0x02, Buffer.from([1]));
  const body = sequence(serial, ECDSA_SHA256, name, sequence(utcTime(year - 1), utcTime(year + 2)), name, subject);
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const certificate = sequence(body, ECDSA_SHA256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
    spki: createHash('sha256').update(subject).digest('base64'),
  };
};

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
 * HTTP/2 with TLS in front of HTTP/1.1 servers, as the edge of a production server. `trust`: the argument that makes Chromium
 * accept the certificate without an error, so that it caches responses and allows service workers.
 */
export const createEdge = () => {
  const { key, cert, spki } = createIdentity();
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
