import { once } from 'node:events';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { type SecureVersion, TLSSocket } from 'node:tls';
import { userLogin } from '../../src/contract/user.contract.ts';
import { freePort } from '../support/portal-process.mjs';
import { createCertificate } from '../support/self-signed-certificate.ts';
import { startNginxWithTls } from './programs.ts';
import type { PartResult } from './report.ts';
import type { Stack } from './stack.ts';

const HOST = 'portal.example';
const HIDDEN = ['/metrics', '/health', '/health/ready'];
const VERSIONS: readonly SecureVersion[] = ['TLSv1.2', 'TLSv1.3'];
/** More than `client_max_body_size`. */
const LARGE_BODY = 'x'.repeat(65 * 1024);

type Reply = { readonly status: number; readonly location: string; readonly version: string };

const replyTo = async (request: ReturnType<typeof plainRequest>, body: string): Promise<Reply> => {
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const version = response.socket instanceof TLSSocket ? (response.socket.getProtocol() ?? '') : '';
  response.resume();
  await once(response, 'end');
  return { status: response.statusCode ?? 0, location: response.headers.location ?? '', version };
};

/** docs/nginx.conf as a publisher uses it: redirect of pages to https, both versions of TLS, hidden paths and the limit of a body. */
export const tls = async ({ portals }: Stack, nginx: string): Promise<PartResult> => {
  const certificate = createCertificate();
  const ports = { plain: await freePort(), tls: await freePort() };
  const proxy = await startNginxWithTls(nginx, ports, [portals[0].port, portals[1].port], certificate);
  const address = { host: '127.0.0.1', headers: { host: HOST }, agent: false } as const;
  const trusted = { ca: certificate.cert, servername: HOST, checkServerIdentity: () => undefined };
  const plain = (path: string): Promise<Reply> => replyTo(plainRequest({ ...address, port: ports.plain, path }), '');
  const secure = (path: string, version: SecureVersion = 'TLSv1.3', body = ''): Promise<Reply> => {
    const method = body ? 'POST' : 'GET';
    const limits = { minVersion: version, maxVersion: version };
    return replyTo(tlsRequest({ ...address, ...trusted, ...limits, port: ports.tls, path, method }), body);
  };
  try {
    const problems: string[] = [];
    const expect = (what: string, found: string | number, expected: string | number): void => {
      if (found !== expected) problems.push(`${what}: ${found} instead of ${expected}`);
    };
    const redirect = await plain('/main/home?from=mail');
    expect('http', redirect.status, 301);
    expect('redirect', redirect.location, `https://${HOST}/main/home?from=mail`);
    for (const path of [userLogin.path, '/webhooks/sandbox']) expect(`http ${path}`, (await plain(path)).status, 403);
    expect('ACME path', (await plain('/.well-known/acme-challenge/none')).status, 404);
    for (const version of VERSIONS) {
      const page = await secure('/', version);
      expect(version, `${page.status} ${page.version}`, `200 ${version}`);
    }
    for (const path of HIDDEN) expect(path, (await secure(path)).status, 404);
    expect('large body', (await secure(userLogin.path, 'TLSv1.3', LARGE_BODY)).status, 413);
    return {
      title: 'tls: the reference configuration of nginx, with a certificate of its own',
      lines: [
        `pages redirected, calls over http refused, ${VERSIONS.join(' and ')}, ${HIDDEN.join(', ')} hidden, a body above 64 kB refused`,
      ],
      problems: problems.length ? [...problems, proxy.log()] : [],
    };
  } finally {
    await proxy.remove();
  }
};
