import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../../server/http/listener.ts';
import { documentHeaders, securityHeaders } from '../../server/http/security-headers.ts';
import { staticFiles, testBuildIn } from '../../server/http/static-files.ts';
import type { AppEnv } from '../../server/runtime/context.ts';
import { freePort } from '../support/runs/portal-process.mjs';
import { sendRaw } from '../support/server/raw-connection.ts';

const SCRIPT = "document.documentElement.dataset.theme = 'dark';";
const STYLE = 'body { margin: 0 }';
const INDEX = `<!doctype html><html><head><script>${SCRIPT}</script><style>${STYLE}</style>
<script type="module" src="/assets/main-abcdef12.js"></script></head><body></body></html>`;
const MAIN = `${'export const a = 1;\n'.repeat(50)}`;

const SECRET = 'not for players';
const HIDDEN = ['.env', '.git/config', '.git/HEAD'];

const sha = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the files of the portal', () => {
  const root = mkdtempSync(join(tmpdir(), 'portal-static-'));
  const folder = join(root, 'portal');
  let app: Hono<AppEnv>;
  beforeAll(() => {
    mkdirSync(join(folder, 'assets'), { recursive: true });
    mkdirSync(join(folder, '.git'));
    for (const path of [...HIDDEN, '../package.json', '../secret']) writeFileSync(join(folder, path), SECRET);
    writeFileSync(join(folder, 'index.html'), INDEX);
    mkdirSync(join(folder, '.vite'));
    writeFileSync(join(folder, '.vite', 'manifest.json'), '{}');
    writeFileSync(join(folder, 'service-worker.js'), 'serve();');
    writeFileSync(join(folder, 'service-worker-off.js'), 'remove();');
    writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const main = join(folder, 'assets', 'main-abcdef12.js');
    writeFileSync(main, MAIN);
    writeFileSync(`${main}.br`, brotliCompressSync(MAIN));
    writeFileSync(`${main}.gz`, gzipSync(MAIN));
    app = portal('http://127.0.0.1:8787');
  });
  afterAll(() => rmSync(root, { recursive: true }));

  const portal = (publicUrl: string, options: Omit<Parameters<typeof staticFiles>[1], 'publicUrl'> = {}) => {
    const made = new Hono<AppEnv>();
    made.use(securityHeaders(publicUrl));
    made.use(staticFiles(folder, { publicUrl, ...options }));
    return made;
  };
  const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers });

  test('the page names the files that a browser may request before it has read the page', async () => {
    const links = '</assets/main-abcdef12.js>; rel=modulepreload; crossorigin';
    expect((await get('/')).headers.get('link')).toBeNull();
    writeFileSync(join(folder, '.vite', 'link-header.txt'), links);
    const built = portal('http://127.0.0.1:8787');
    expect((await built.request('/main/recharge')).headers.get('link')).toBe(links);
    expect((await built.request('/favicon.svg')).headers.get('link')).toBeNull();
    expect((await built.request('/.vite/link-header.txt')).status).toBe(404);
  });

  test('a portal path gets index.html; a missing asset is a 404, not HTML (C54)', async () => {
    for (const path of ['/', '/main/recharge', '/main/recharge/detail/260301-AAAA-BBBB-CCCC', '/no/such/page'])
      expect([path, await (await get(path)).text()]).toEqual([path, INDEX]);
    for (const path of [
      '/assets/main-00000000.js',
      '/assets/gone',
      '/.vite/manifest.json',
      '/robots.txt',
      '/x/y.css',
      '/api/none',
      '/metrics',
      '/cashier/x',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    const json = { method: 'POST', headers: { 'content-type': 'application/json' } };
    expect((await app.request('/main/home', json)).status).toBe(404);
  });

  test('no path leads out of the folder, to a hidden file or to a directory listing (S29)', async () => {
    const port = await freePort();
    const listener = await listen(app.fetch, '127.0.0.1', port);
    for (const path of [
      ...HIDDEN.map((name) => `/${name}`),
      '/.git',
      '/.git/',
      '/%2egit/config',
      '/assets/../.git/config',
      '/assets',
      '/assets/',
      '/assets/.',
      '/assets/..',
      '/../package.json',
      '/../secret',
      '/..',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/assets/..%2f..%2fpackage.json',
      '/assets/../../secret',
      '/assets/%00',
      '//secret',
      '/%',
    ]) {
      const { status, text } = await sendRaw(port, path);
      expect([path, status, text]).toEqual(status === 200 ? [path, 200, INDEX] : [path, 404, '404 Not Found']);
    }
    await listener.close(0);
  });

  const ASSET = '/assets/main-abcdef12.js';
  test.each([
    ['a hashed asset is cached for a year', ASSET, 'cache-control', 'public, max-age=31536000, immutable'],
    ['the page is revalidated', '/', 'cache-control', 'no-cache, no-transform'],
    ['another file is revalidated', '/favicon.svg', 'cache-control', 'no-cache'],
    ['the page has a charset', '/', 'content-type', 'text/html; charset=utf-8'],
    ['SVG has a charset', '/favicon.svg', 'content-type', 'image/svg+xml; charset=utf-8'],
    ['a script has a charset', ASSET, 'content-type', 'text/javascript; charset=utf-8'],
  ])('%s (C54)', async (_, path, name, value) => {
    expect((await get(path)).headers.get(name)).toBe(value);
  });

  test('the script of the service worker is revalidated and may load files; without a worker it is the one that removes it', async () => {
    const on = await get('/service-worker.js');
    const off = await portal('http://127.0.0.1:8787', { serviceWorker: false }).request('/service-worker.js');
    expect([await on.text(), await off.text()]).toEqual(['serve();', 'remove();']);
    for (const { headers } of [on, off]) {
      expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
      );
    }
  });

  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=1.0', 'gzip'],
    ['', null],
    ['identity', null],
  ])('of the encodings that the build made, a browser that accepts "%s" gets %s', async (accept, encoding) => {
    expect((await get(ASSET, { 'accept-encoding': accept })).headers.get('content-encoding')).toBe(encoding);
  });

  test('a compressed file is what the build made', async () => {
    const response = await get(ASSET, { 'accept-encoding': 'br' });
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(MAIN);
  });

  test('an unchanged file gets 304', async () => {
    const etag = (await get('/')).headers.get('etag') ?? '';
    const again = await get('/', { 'if-none-match': `"other", W/${etag}` });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('the page runs its own scripts only, is never framed, names only its origin to other sites, and can observe the payment window (S30, C61, C65, C66)', async () => {
    const { headers } = await get('/main/home');
    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'self' ${sha(SCRIPT)}`,
      `style-src 'self' ${sha(STYLE)}`,
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "frame-src 'none'",
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types dompurify service-worker',
    ]);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('strict-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.has('strict-transport-security')).toBe(false);
  });

  test('the page may send analytics to a logger on another origin (SESS-14)', async () => {
    const policyOf = async (loggerOrigin: string | null) => {
      const page = await portal('https://pay.example', { loggerOrigin }).request('/');
      return page.headers.get('content-security-policy')?.split('; ');
    };
    expect(await policyOf('https://log.example')).toContain("connect-src 'self' https://log.example");
    expect(await policyOf(null)).toContain("connect-src 'self'");
  });

  test('a QA page may reach an inspector and has no service worker; nothing else is weaker (INSP-01)', async () => {
    const policyOf = (html: string) =>
      documentHeaders(html, 'http://127.0.0.1', null)['content-security-policy']?.split('; ') ?? [];
    const [player, tester] = [
      policyOf(INDEX),
      policyOf(INDEX.replace('<head>', '<head><meta name="build" content="qa" />')),
    ];
    expect(tester.filter((directive) => !player.includes(directive))).toEqual([
      "connect-src 'self' ws: wss:",
      "frame-src 'self' https: http://127.0.0.1:* http://localhost:*",
      "worker-src 'none'",
      'trusted-types dompurify',
    ]);
    expect(tester).toHaveLength(player.length);
  });

  test.each([
    ['a build for players', '', null],
    ['a QA build', '<meta name="build" content="qa" />', 'a QA build'],
    ['a build of the sandbox', '<meta name="build" content="sandbox">', 'a build with VITE_SANDBOX=1'],
  ])('recognizes %s', (_, meta, expected) => {
    const build = mkdtempSync(join(tmpdir(), 'portal-build-'));
    expect(testBuildIn(build)).toBeNull();
    writeFileSync(join(build, 'index.html'), INDEX.replace('<head>', `<head>${meta}`));
    expect(testBuildIn(build)).toBe(expected);
    rmSync(build, { recursive: true });
  });

  test('behind TLS the response has HSTS (S30)', async () => {
    const { headers } = await portal('https://pay.example').request('/');
    expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains; preload');
    expect(headers.get('content-security-policy')).toContain('; upgrade-insecure-requests');
  });

  test('without a built portal only the API is served', async () => {
    const bare = new Hono<AppEnv>();
    bare.use(staticFiles('/nonexistent', { publicUrl: 'http://127.0.0.1' }));
    expect((await bare.request('/')).status).toBe(404);
  });
});

test('the pages of a QA build are closed to every other origin (C67)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-viewer-'));
  for (const name of ['qa', 'qa-lab']) writeFileSync(join(folder, `${name}.html`), '<!doctype html>');
  const app = new Hono<AppEnv>();
  app.use(staticFiles(folder, { publicUrl: 'http://127.0.0.1' }));
  for (const path of ['/qa', '/qa-lab']) {
    const { headers } = await app.request(path);
    expect(headers.get('content-security-policy')).toContain("; frame-ancestors 'self';");
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
  }
  rmSync(folder, { recursive: true });
});
