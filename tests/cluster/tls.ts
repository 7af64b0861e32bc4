import { once } from 'node:events';
import { createServer, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type ConnectionOptions, type SecureVersion, TLSSocket, connect as tlsConnect } from 'node:tls';
import { userLogin } from '../../src/contract/user.contract.ts';
import { freePort } from '../support/runs/portal-process.mjs';
import { createCertificate, type SelfSignedCertificate } from '../support/server/self-signed-certificate.ts';
import { ACCESS_LOG, startNginxWithTls, waitFor } from './programs.ts';
import { type Expect, expectIn, type PartResult } from './report.ts';
import type { Stack } from './stack.ts';

/** The host name of the reference configurations. */
const HOST = 'portal.example';
const TLS_VERSIONS: readonly SecureVersion[] = ['TLSv1.2', 'TLSv1.3'];
/** Suites of TLS 1.2 that fit the key of the certificate, so only the configuration of the proxy can refuse them. */
const MODERN_SUITE = 'ECDHE-ECDSA-AES128-GCM-SHA256';
const STRONGEST = 'ECDHE-ECDSA-AES256-GCM-SHA384';
const OLD_SUITES = ['ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA384', 'ECDHE-ECDSA-AES128-CCM'];

/** Accepts only this certificate, for the host of the configurations. */
const trustIn = ({ cert }: SelfSignedCertificate): ConnectionOptions => ({
  ca: cert,
  servername: HOST,
  checkServerIdentity: () => undefined,
});

/** Returns the suite of a connection with TLS 1.2 that offers these suites, or "refused". */
const agreedSuite = async (options: ConnectionOptions, ciphers: string): Promise<string> => {
  const socket = tlsConnect({ ...options, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2', ciphers });
  const suite = await new Promise<string>((resolve) => {
    socket.once('secureConnect', () => resolve(socket.getCipher().name)).on('error', () => resolve('refused'));
  });
  socket.destroy();
  return suite;
};

const HIDDEN = ['/metrics', '/health', '/health/ready'];
/** More than `client_max_body_size`. */
const LARGE_BODY = 'x'.repeat(65 * 1024);
const SECURITY_HEADERS = ['strict-transport-security', 'x-content-type-options', 'content-security-policy'];
/** Sent in Latin-1. A URL turns the first host into `xn--tda.xn--tda`, which is as long as the whole text with its path and query. */
const CRAFTED_HOSTS = ['\u00fc.\u00fc\\metrics?xxx', '\u00fc.\u00fc\\health?xxxx', 'other.example', '127.0.0.1'];
const TICKET = 'a-ticket-in-a-query';

type Reply = {
  readonly status: number;
  readonly location: string;
  readonly version: string;
  /** How often the response contains each header of `SECURITY_HEADERS`. */
  readonly guards: string;
  readonly body: string;
};

const replyTo = async (request: ReturnType<typeof plainRequest>, sent: string): Promise<Reply> => {
  request.end(sent);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const version = response.socket instanceof TLSSocket ? (response.socket.getProtocol() ?? '') : '';
  let body = '';
  for await (const part of response) body += part;
  const names = response.rawHeaders.map((name) => name.toLowerCase());
  return {
    status: response.statusCode ?? 0,
    location: response.headers.location ?? '',
    version,
    guards: SECURITY_HEADERS.map((guard) => names.filter((name) => name === guard).length).join(' '),
    body,
  };
};

/** Returns the raw response to a request with this Host header; empty if the connection is closed without a response. */
const rawReply = async (socket: Socket, host: string): Promise<string> => {
  let received = '';
  socket.on('data', (part) => {
    received += part;
  });
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, 'latin1');
  await closed;
  return received;
};

/** Starts nginx with TLS, and returns functions that call it. */
const createProxy = async (
  nginx: string,
  servers: readonly [number, number],
  more: Readonly<Record<string, string>> = {},
) => {
  const certificate: SelfSignedCertificate = createCertificate();
  const ports = { plain: await freePort(), tls: await freePort() };
  const proxy = await startNginxWithTls(nginx, ports, servers, certificate, more);
  const trusted = trustIn(certificate);
  const address = { host: '127.0.0.1', agent: false } as const;
  const open = (headers: Readonly<Record<string, string>>, path: string, method: string, version: SecureVersion) =>
    tlsRequest({
      ...address,
      ...trusted,
      minVersion: version,
      maxVersion: version,
      port: ports.tls,
      headers: { host: HOST, ...headers },
      path,
      method,
    });
  return {
    proxy,
    plain: (path: string): Promise<Reply> =>
      replyTo(plainRequest({ ...address, port: ports.plain, path, headers: { host: HOST } }), ''),
    secure: (path: string, version: SecureVersion = 'TLSv1.3', body = ''): Promise<Reply> =>
      replyTo(open({}, path, body ? 'POST' : 'GET', version), body),
    /** Sends a call with this address in a header that the proxy trusts. */
    from: (caller: string): Promise<Reply> => replyTo(open({ 'x-forwarded-for': caller }, '/', 'GET', 'TLSv1.3'), ''),
    /** Sends the headers of a call from this address, without a body. */
    hold: (caller: string): (() => void) => {
      const request = open({ 'x-forwarded-for': caller, 'content-length': '1' }, '/', 'POST', 'TLSv1.3');
      request.on('error', () => undefined).flushHeaders();
      return () => void request.destroy();
    },
    suite: (ciphers: string): Promise<string> =>
      agreedSuite({ ...trusted, host: '127.0.0.1', port: ports.tls }, ciphers),
    rawPlain: (host: string): Promise<string> => rawReply(connect(ports.plain, '127.0.0.1'), host),
    rawSecure: (host: string, servername = HOST): Promise<string> =>
      rawReply(tlsConnect({ ...trusted, host: '127.0.0.1', port: ports.tls, servername }), host),
  };
};

const checkPages = async ({ portals }: Pick<Stack, 'portals'>, nginx: string, expect: Expect): Promise<string> => {
  const { proxy, plain, secure, suite, rawPlain, rawSecure } = await createProxy(nginx, [
    portals[0].port,
    portals[1].port,
  ]);
  try {
    const redirect = await plain('/main/home?from=mail');
    expect('http', redirect.status, 301);
    expect('redirect', redirect.location, `https://${HOST}/main/home?from=mail`);
    expect('headers of http', redirect.guards, '0 1 1');
    for (const path of [userLogin.path, '/webhooks/sandbox']) expect(`http ${path}`, (await plain(path)).status, 403);
    expect('ACME path', (await plain('/.well-known/acme-challenge/none')).status, 404);
    for (const version of TLS_VERSIONS) {
      const page = await secure('/', version);
      expect(version, `${page.status} ${page.version}`, `200 ${version}`);
      expect(`headers of a page, ${version}`, page.guards, '1 1 1');
    }
    expect(`suite ${MODERN_SUITE}`, await suite(MODERN_SUITE), MODERN_SUITE);
    expect('the preferred suite', await suite(`${MODERN_SUITE}:${STRONGEST}`), STRONGEST);
    for (const old of OLD_SUITES) expect(`suite ${old}`, await suite(old), 'refused');
    for (const path of HIDDEN) {
      const { status, guards } = await secure(path);
      expect(path, `${status}, headers ${guards}`, '404, headers 1 1 1');
    }
    const large = await secure(userLogin.path, 'TLSv1.3', LARGE_BODY);
    expect('large body', `${large.status}, headers ${large.guards}`, '413, headers 1 1 1');
    for (const host of CRAFTED_HOSTS) {
      expect(`http, Host ${host}`, await rawPlain(host), '');
      expect(`https, Host ${host}`, await rawSecure(host), '');
    }
    expect('a different TLS server name', await rawSecure(HOST, 'other.example'), '');
    await secure(`/main/home?ticket=${TICKET}`);
    const logged = (): string => proxy.file(ACCESS_LOG);
    await waitFor('a line of the access log', () => logged().includes('"path":"/main/home"'));
    const ignored = (): number => logged().split('"status":"444"').length - 1;
    await waitFor('the lines of other host names', () => ignored() >= 2 * CRAFTED_HOSTS.length);
    for (const secret of [TICKET, '"127.0.0.1"'])
      expect(`log has ${secret}`, String(logged().includes(secret)), 'false');
    for (const line of logged().trim().split('\n')) JSON.parse(line);
    return proxy.log();
  } finally {
    await proxy.remove();
  }
};

/** Starts a server that responds with the headers of a portal behind TLS, and with the Host header of the request. */
const startEcho = async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.setHeaders(new Map(SECURITY_HEADERS.map((guard) => [guard, 'of the server'])));
    response.end(request.headers.host);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
};

/** Checks that nginx accepts one call at a time for each IPv4 address, also in IPv6 form, and for each /64 network. */
const checkLimits = async (nginx: string, expect: Expect): Promise<string> => {
  const echo = await startEcho();
  const { proxy, from, hold } = await createProxy(nginx, [echo.port, echo.port], {
    'limit_conn portal_addresses 1000;':
      'limit_conn portal_addresses 1;\nset_real_ip_from 127.0.0.1;\nreal_ip_header X-Forwarded-For;',
  });
  const statusWhileHeld = async (held: string, caller: string): Promise<number> => {
    const release = hold(held);
    await waitFor(`the limit of ${held}`, async () => (await from(held)).status === 503);
    const { status } = await from(caller);
    release();
    await waitFor(`the end of the call from ${held}`, async () => (await from(held)).status === 200);
    return status;
  };
  try {
    const page = await from('192.0.2.1');
    expect('Host header of the server', page.body, HOST);
    expect('headers that the server sends too', page.guards, '1 1 1');
    expect('another IPv4 address', await statusWhileHeld('192.0.2.1', '192.0.2.2'), 200);
    expect('another mapped address', await statusWhileHeld('::ffff:192.0.2.1', '::ffff:192.0.2.2'), 200);
    expect('the same /64', await statusWhileHeld('2001:db8:1:2::1', '2001:db8:1:2:a:b:c:d'), 503);
    expect('another /64', await statusWhileHeld('2001:db8:1:2::1', '2001:db8:1:3::1'), 200);
    return proxy.log();
  } finally {
    await proxy.remove();
    echo.close();
  }
};

/** Checks docs/nginx.conf as a publisher uses it: host names, redirects, TLS versions, hidden paths, headers, log and limits. */
export const tls = async (stack: Pick<Stack, 'portals'>, nginx: string): Promise<PartResult> => {
  const problems: string[] = [];
  const expect = expectIn(problems);
  const logs = [await checkPages(stack, nginx, expect), await checkLimits(nginx, expect)];
  return {
    title: 'tls: the reference configuration of nginx, with a certificate of its own',
    lines: [
      `pages redirected, calls over http refused, ${TLS_VERSIONS.join(' and ')}, old suites refused, ${HIDDEN.join(', ')} hidden, a body above 64 kB refused`,
      'other host names refused, one HSTS, nosniff and policy in each response, connections counted per address and /64, no query in the log',
    ],
    problems: problems.length ? [...problems, ...logs] : [],
  };
};
