import { once } from 'node:events';
import { createServer } from 'node:http';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { ConnectionOptions, SecureVersion } from 'node:tls';
import { freePort } from '../support/portal-process.mjs';
import { createCertificate } from '../support/self-signed-certificate.ts';
import { type Program, startHaproxyWithTls } from './programs.ts';
import type { Expect } from './report.ts';
import { agreedSuite, HOST, MODERN_SUITE, OLD_SUITES, STRONGEST, TLS_VERSIONS, trustIn } from './tls-client.ts';
import { waitFor } from './wait.ts';

const CALLER = '127.0.0.1';
const OTHER_CALLER = '127.0.0.2';
/** A forged address in the caller's own header. */
const FORGED = '192.0.2.1';
/** The echo server does not respond to this path. */
const UNANSWERED = '/unanswered';

/** Starts a server that responds with the Host header of a request and the addresses that proxies added to it. */
const startEcho = async () => {
  const server = createServer(({ url, headers }, response) => {
    if (url !== UNANSWERED) response.end(`${headers.host} ${headers['x-forwarded-for'] ?? ''}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

type Sent = {
  readonly version?: SecureVersion;
  /** The address of the caller. */
  readonly from?: string;
  /** Sends the headers of a call without its body. */
  readonly isHeld?: boolean;
};

/** Sends a request through HTTP/1.1. `response`: status and body, or "refused". */
const send = (options: ConnectionOptions, port: number, { version = 'TLSv1.3', from = CALLER, isHeld }: Sent = {}) => {
  const sent = request({
    ...options,
    host: '127.0.0.1',
    port,
    localAddress: from,
    agent: false,
    minVersion: version,
    maxVersion: version,
    method: isHeld ? 'POST' : 'GET',
    headers: {
      host: `${HOST.toUpperCase()}:1`,
      'x-forwarded-for': FORGED,
      ...(isHeld && { 'content-length': '1' }),
    },
  });
  const response = new Promise<string>((resolve) => {
    sent.on('error', () => resolve('refused'));
    sent.on('response', async (received) => {
      let body = '';
      for await (const part of received) body += part;
      resolve(`${received.statusCode} ${body}`.trim());
    });
  });
  if (isHeld) sent.flushHeaders();
  else sent.end();
  return { response, end: () => void sent.destroy() };
};

/** Sends a call through HTTP/2 and resolves with its status. */
const call = (session: ClientHttp2Session, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const stream = session.request({ ':path': path, ':authority': HOST });
    stream.on('error', reject);
    stream.on('response', (headers) => resolve(headers[':status'] ?? 0));
    stream.resume().end();
  });

/** Checks docs/haproxy.cfg as a publisher uses it: TLS versions and suites, headers, and its limits of connections and calls. */
export const checkHaproxyTls = async (binary: string, expect: Expect): Promise<void> => {
  const certificate = createCertificate();
  const trusted = trustIn(certificate);
  const echo = await startEcho();
  const start = async (more: Readonly<Record<string, string>>): Promise<Program> => {
    const ports = { plain: await freePort(), main: await freePort() };
    return startHaproxyWithTls(binary, ports, [echo.port, echo.port], certificate, more);
  };
  const programs: Program[] = [];
  try {
    const proxy = await start({});
    programs.push(proxy);
    const echoed = `200 ${HOST} ${FORGED}, ${CALLER}`;
    for (const version of TLS_VERSIONS) expect(version, await send(trusted, proxy.port, { version }).response, echoed);
    const address = { ...trusted, host: '127.0.0.1', port: proxy.port };
    expect(`suite ${MODERN_SUITE}`, await agreedSuite(address, MODERN_SUITE), MODERN_SUITE);
    expect('the preferred suite', await agreedSuite(address, `${MODERN_SUITE}:${STRONGEST}`), STRONGEST);
    for (const old of OLD_SUITES) expect(`suite ${old}`, await agreedSuite(address, old), 'refused');

    const limited = await start({
      'sc0_conn_cur gt 1000': 'sc0_conn_cur gt 1',
      'sc1_conn_cur gt 1000': 'sc1_conn_cur gt 1',
    });
    programs.push(limited);
    const slow = send(trusted, limited.port, { isHeld: true });
    await waitFor('the limit of connections', async () => (await send(trusted, limited.port).response) === 'refused');
    const other = await send(trusted, limited.port, { from: OTHER_CALLER }).response;
    expect('a call from another address', other, `200 ${HOST} ${FORGED}, ${OTHER_CALLER}`);
    slow.end();
    await waitFor('the end of a connection', async () =>
      (await send(trusted, limited.port).response).startsWith('200'),
    );

    const session = connectHttp2(`https://127.0.0.1:${limited.port}`, trusted);
    session.on('error', () => undefined);
    try {
      expect('a call through HTTP/2', await call(session, '/'), 200);
      void call(session, UNANSWERED).catch(() => undefined);
      await waitFor('the limit of calls', async () => (await call(session, '/')) === 503);
    } finally {
      session.destroy();
    }
  } finally {
    for (const program of programs) await program.remove();
    echo.close();
  }
};
