import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_BUILD, DEMO_SERVER } from '../../server/demo-environment.mjs';
import { ROOT } from '../../server/prepare.mjs';
import { freePort } from '../support/runs/portal-process.mjs';
import { startCaddy, startPortalHost, waitFor } from './programs.ts';
import { type Expect, expectIn, type PartResult } from './report.ts';

const ARCHIVE = /^([0-9a-f]{64}) {2}(dist\/release\/(.+)\.tgz)$/m;

type Release = { readonly sum: string; readonly archive: string; readonly name: string };

/** Builds the last commit in a folder of its own. */
const buildIn = (folder: string): Release => {
  execFileSync('git', ['clone', '--quiet', ROOT, folder]);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const output = execFileSync(process.execPath, ['server/release.mjs'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...DEMO_BUILD },
  });
  const [, sum = '', archive = '', name = ''] = ARCHIVE.exec(output) ?? [];
  return { sum, archive: join(folder, archive), name };
};

/** What a response is for a browser, apart from the headers of its connection. */
const summaryOf = async (url: string, init: RequestInit = {}): Promise<string> => {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const { status, headers } = response;
  const hash = createHash('sha256').update(await response.text());
  if (status >= 400) return String(status);
  if (status >= 300)
    return `${status} ${headers
      .get('location')
      ?.replace(/^http:\/\/[^/]+/, '')
      .replace(/\?$/, '')}`;
  const ofPage = ['content-security-policy', 'cross-origin-opener-policy', 'link', 'x-frame-options'];
  const isPage = headers.get('content-type')?.startsWith('text/html');
  const type = headers.get('content-type')?.replace(/;.*/, '').replace('application/javascript', 'text/javascript');
  return [
    status,
    type,
    headers.get('cache-control'),
    ...(isPage ? ofPage.map((name) => headers.get(name)?.replace('; upgrade-insecure-requests', '')) : []),
    hash.digest('hex').slice(0, 8),
  ].join(' | ');
};

const FORM = { method: 'POST', body: new URLSearchParams({ any: 'field' }) };

const compareHosts = async (
  expect: Expect,
  reference: string,
  hosts: Readonly<Record<string, string>>,
  file: string,
) => {
  const calls: readonly (readonly [string, RequestInit?])[] = [
    ['/'],
    ['/login'],
    ['/main/recharge/detail/1234.5678'],
    ['/somewhere'],
    ['/index.html'],
    ['/index.html?a=b'],
    [file],
    ['/service-worker.js'],
    ['/manifest.webmanifest'],
    ['/assets/none-12345678.js'],
    ['/none.png'],
    ['/.vite/license.md'],
    ['/main/recharge?server=1', FORM],
  ];
  for (const [path, init] of calls) {
    const served = await summaryOf(`${reference}${path}`, init);
    for (const [name, url] of Object.entries(hosts))
      expect(`${name} ${init?.method ?? 'GET'} ${path}`, await summaryOf(`${url}${path}`, init), served);
  }
};

/** Builds the release twice, starts it with nothing but Node, and serves its files with its own configurations of nginx and Caddy. */
export const release = async (nginx: string, caddy: string): Promise<PartResult> => {
  const problems: string[] = [];
  const expect = expectIn(problems);
  const folder = mkdtempSync(join(tmpdir(), 'portal-release-'));
  // nginx and Caddy run as another user.
  chmodSync(folder, 0o755);
  const undo: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const first = buildIn(join(folder, 'first'));
    const second = buildIn(join(folder, 'elsewhere', 'second'));
    expect('the hash of the second build', second.sum, first.sum);
    execFileSync('tar', ['xzf', first.archive, '-C', folder]);
    const unpacked = join(folder, first.name);
    for (const line of readFileSync(join(unpacked, 'SHA256SUMS'), 'utf8').trim().split('\n')) {
      const [sum = '', path = ''] = line.split('  ');
      expect(
        path,
        createHash('sha256')
          .update(readFileSync(join(unpacked, path)))
          .digest('hex'),
        sum,
      );
    }

    const port = await freePort();
    const reference = `http://127.0.0.1:${port}`;
    const server = spawn(process.execPath, ['dist/server/main.js'], {
      cwd: unpacked,
      env: { ...DEMO_SERVER, PORT: String(port), DATA_DIR: join(folder, 'data') },
      stdio: 'ignore',
    });
    undo.push(() => server.kill('SIGKILL'));
    await waitFor('the server of the release', () =>
      fetch(`${reference}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );

    const hosting = (name: string): string => readFileSync(join(unpacked, 'hosting', name), 'utf8');
    const site = join(unpacked, 'dist', 'portal');
    const ofNginx = await startPortalHost(nginx, hosting('nginx-portal.conf'), hosting('portal-headers.conf'), site);
    undo.push(ofNginx.remove);
    const ofCaddy = await startCaddy(caddy, hosting('Caddyfile'), hosting('portal-headers.caddy'), site);
    undo.push(ofCaddy.remove);
    const [, file = ''] = /<(\/assets\/[^>]+\.js)>/.exec(hosting('portal-headers.conf')) ?? [];
    const hosts = { nginx: `http://127.0.0.1:${ofNginx.port}`, Caddy: `http://127.0.0.1:${ofCaddy.port}` };
    await compareHosts(expect, reference, hosts, file);
    const secrets = { method: 'POST', headers: { token: 'secret-token' } };
    await fetch(`${hosts.Caddy}/api/order/record?ticket=secret-ticket`, secrets);
    await waitFor('the failed call in the log of Caddy', async () => ofCaddy.log().includes('"/api/order/record"'));
    expect('a secret in the log of Caddy', /secret-\w+/.exec(ofCaddy.log())?.[0] ?? 'none', 'none');
    return {
      title:
        'release: two builds, one hash; it runs with Node alone; nginx and Caddy serve it as the server does; no secret in a log',
      lines: [`sha256 ${first.sum}`],
      problems,
    };
  } finally {
    for (const task of undo.toReversed()) await task();
  }
};
