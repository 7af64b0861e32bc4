import { request } from 'node:http';
import { orderRecord } from '../../src/contract/order.contract.ts';
import { freePort } from '../support/portal-process.mjs';
import { createCertificate } from '../support/self-signed-certificate.ts';
import type { DatabasePair } from './database-pair.ts';
import { checkHaproxyTls } from './haproxy-tls.ts';
import { rollingRestart } from './parts.ts';
import { startHaproxy } from './programs.ts';
import { expectIn, type PartResult } from './report.ts';
import type { Stack } from './stack.ts';
import { HOST, TLS_VERSIONS } from './tls-client.ts';

const HIDDEN = ['/metrics', '/health', '/health/ready'];
/** More than the limit of the configuration. */
const LARGE_BODY = 'x'.repeat(65 * 1024);
/** A connection that HAProxy drops gets no response. */
const NO_RESPONSE_MS = 2_000;

type Wanted = { readonly path: string; readonly host?: string; readonly body?: string };

/** The status of the response; null: none. */
const statusOf = (port: number, { path, host = HOST, body = '' }: Wanted): Promise<number | null> =>
  new Promise((resolve) => {
    const sent = request({ port, host: '127.0.0.1', path, method: body ? 'POST' : 'GET', headers: { host } });
    sent.setTimeout(NO_RESPONSE_MS, () => sent.destroy());
    sent.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? null);
    });
    sent.on('error', () => resolve(null));
    sent.on('close', () => resolve(null));
    sent.end(body);
  });

/** The same two processes behind HAProxy with docs/haproxy.cfg: TLS and limits, what it refuses, and a rolling restart under load. */
export const haproxy = async (
  stack: Stack,
  pair: DatabasePair,
  binary: string,
  rounds: number,
): Promise<PartResult> => {
  const ports = { plain: await freePort(), main: await freePort() };
  const [first, second] = stack.portals;
  const proxy = await startHaproxy(binary, ports, [first.port, second.port], createCertificate());
  try {
    const problems: string[] = [];
    await checkHaproxyTls(binary, expectIn(problems));
    const expectStatus = async (wanted: Wanted, status: number | null, port = ports.main): Promise<void> => {
      const found = await statusOf(port, wanted);
      if (found !== status) problems.push(`${wanted.host ?? ''} ${wanted.path}: HTTP ${found} instead of ${status}`);
    };
    await expectStatus({ path: '/login' }, 200);
    for (const path of HIDDEN) await expectStatus({ path }, 404);
    await expectStatus({ path: '/login', host: 'other.example' }, null);
    await expectStatus({ path: orderRecord.path, body: LARGE_BODY }, 413);
    await expectStatus({ path: '/login' }, 301, ports.plain);
    await expectStatus({ path: orderRecord.path, body: '{}' }, 403, ports.plain);
    const behind = { ...stack, url: `http://127.0.0.1:${ports.main}`, proxyLog: proxy.log };
    const restart = await rollingRestart(behind, pair, rounds, ' behind HAProxy');
    return {
      ...restart,
      lines: [
        `${TLS_VERSIONS.join(' and ')}, old suites refused, the address of the caller forwarded, connections and calls counted per address`,
        `pages redirected, calls over http refused, ${HIDDEN.join(', ')} hidden, other host names dropped, a body above 64 kB refused`,
        ...restart.lines,
      ],
      problems: [...problems, ...restart.problems],
    };
  } finally {
    await proxy.remove();
  }
};
