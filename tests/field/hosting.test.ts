import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPglite } from '../../server/db/pglite.ts';
import { poolerProblemOf } from '../../server/db/pooler-check.ts';
import { openPostgres } from '../../server/db/postgres.ts';
import { DEMO_SERVER } from '../../server/demo-environment.mjs';
import { LIMITS, listen } from '../../server/http/listener.ts';
import { ROOT } from '../../server/prepare.mjs';
import { readConfig } from '../../server/runtime/config.ts';
import { createLog } from '../../server/runtime/log.ts';
import { findMachineProblem } from '../../server/runtime/machine-check.ts';
import { readFlow } from '../../src/qa/core/record/flow.file.ts';
import { startPgBouncer } from '../cluster/programs.ts';
import { findPrograms } from '../support/runs/debian-packages.mjs';
import { freePort } from '../support/runs/portal-process.mjs';
import { readRecording } from '../support/runs/recording-command.mjs';
import { fillDataDir } from '../support/server/empty-data-dir.ts';
import {
  createPostgresServer,
  type PostgresServer,
  postgresServerMissing,
} from '../support/server/postgres-cluster.ts';
import { openConnection, sendRaw } from '../support/server/raw-connection.ts';
import { describeOn } from '../support/server/test-database.ts';
import { startTestServer, type TestServer } from '../support/server/test-server.ts';

describe('a balancer keeps its connections', () => {
  const keepAliveOf = (variables: Readonly<Record<string, string>>): number => {
    const reading = readConfig({ ...DEMO_SERVER, ...variables });
    if (!reading.ok) throw new Error(reading.line);
    return reading.config.keepAliveMs / 1_000;
  };

  test.each([
    ['Azure Load Balancer, for 4 minutes', 240, { TRUSTED_PROXIES: '1' }],
    ['Cloudflare, for 400 s', 400, { TRUSTED_PROXIES: '2' }],
    ['Google Cloud, for 600 s, which no setting changes', 600, { TRUSTED_PROXIES: '2' }],
    ['AWS ALB, set to 4,000 s less a second', 3_999, { KEEP_ALIVE_TIMEOUT: '4000' }],
  ])('%s: the server keeps them for longer', (_, seconds, variables) => {
    expect(keepAliveOf(variables)).toBeGreaterThan(seconds);
  });

  test('an idle connection still takes a request after the time limits of a request', async () => {
    const port = await freePort();
    const limits = { ...LIMITS, headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 };
    const { close } = await listen(() => new Response('served'), '127.0.0.1', port, { limits });
    const get = 'GET / HTTP/1.1\r\nHost: portal\r\n\r\n';
    const connection = await openConnection(port, get);
    expect(await connection.until(/served/)).toMatch(/keep-alive: timeout=65/i);
    await pause(500);
    connection.write(get);
    expect(await connection.until(/served[\s\S]*served|408/)).toMatch(/served[\s\S]*200 OK[\s\S]*served/);
    connection.end();
    await close(0);
  });
});

describe('requests that the HTTP parser refuses', () => {
  const start = async () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const port = await freePort();
    const listener = await listen(() => new Response('served'), '127.0.0.1', port, { log });
    return { ...listener, port, lines };
  };

  test('17 kB of cookies get a page, and 80 kB a response with advice', async () => {
    const { port, lines, close } = await start();
    const answerTo = async (bytes: number): Promise<string> => {
      const cookie = `Cookie: a=${'x'.repeat(bytes)}`;
      const connection = await openConnection(
        port,
        `GET / HTTP/1.1\r\nHost: portal\r\n${cookie}\r\nConnection: close\r\n\r\n`,
      );
      return connection.closed;
    };
    for (const bytes of [9_000, 17_000, 33_000, 60_000]) expect(await answerTo(bytes)).toContain('200 OK');
    expect(lines).toEqual([]);
    for (const bytes of [66_000, 80_000, 1_000_000])
      expect(await answerTo(bytes)).toMatch(
        /^HTTP\/1\.1 431 Request Header Fields Too Large\r\n[\s\S]*text\/plain[\s\S]*delete the cookies of this site/,
      );
    expect(lines.join('')).not.toContain('xxx');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, reason: 'HPE_HEADER_OVERFLOW', msg: 'request headers are larger than MAX_HEADER_BYTES' },
      { level: 40 },
      { level: 40 },
    ]);
    await close(0);
  });

  test('a refused request does not damage the response before it', async () => {
    const port = await freePort();
    const parts = new TransformStream<Uint8Array, Uint8Array>();
    const { close } = await listen(() => new Response(parts.readable), '127.0.0.1', port);
    const connection = await openConnection(port, 'GET / HTTP/1.1\r\nHost: portal\r\n\r\n');
    const writer = parts.writable.getWriter();
    await writer.write(new TextEncoder().encode('begun'));
    await connection.until(/begun/);
    connection.write('nonsense\r\n\r\n');
    expect(await connection.closed).not.toContain('400');
    await close(0);
  });
});

describeOn('the pages of the portal', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-field-'));
  const INDEX = '<!doctype html><title>Portal</title>';
  let server: TestServer;
  beforeAll(async () => {
    writeFileSync(join(folder, 'index.html'), INDEX);
    writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
    server = await startTestServer({ workers: false, environment: { STATIC_DIR: folder } });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  test.each([
    '/main/recharge/detail/1234.5678',
    '/main/recharge/detail/ORDER.json',
    '/main/recharge/detail/..2022',
    '/order/1234.5678',
    '/login/.',
    '/main/recharge/detail/100%',
    '/main/%zz/x',
    '/main/recharge?name=50%off',
    '/login?redirect=%',
    '//main',
  ])('%s reloaded gets the page', async (path) => {
    expect(await sendRaw(server.context.config.port, path)).toMatchObject({
      status: 200,
      type: 'text/html; charset=utf-8',
      text: INDEX,
    });
  });

  test.each(['/index.html', '/index.htm', '/INDEX.HTML'])('%s leads to the first page', async (path) => {
    expect(await sendRaw(server.context.config.port, path)).toMatchObject({ status: 308, location: '/' });
    expect(await sendRaw(server.context.config.port, `${path}?lang=th-TH`)).toMatchObject({
      status: 308,
      location: '/?lang=th-TH',
    });
  });

  test.each([
    ['/main/recharge/detail/1234.5678', '/main/recharge/detail/1234.5678'],
    ['/main/recharge?order=1&status=paid', '/main/recharge?order=1&status=paid'],
    ['/main/recharge/detail/100%', '/main/recharge/detail/100%'],
    ['//evil.example/main', '/evil.example/main'],
  ])('a payment page that returns by POST to %s leads to the page', async (path, location) => {
    const forms = [
      ['application/x-www-form-urlencoded', 'order_id=2&status=paid'],
      ['multipart/form-data; boundary=x', '--x--'],
      ['text/plain', 'order_id=2'],
    ] as const;
    for (const [type, body] of forms)
      expect([
        type,
        await sendRaw(server.context.config.port, path, { method: 'POST', headers: { 'content-type': type }, body }),
      ]).toEqual([type, { status: 303, type: '', location, text: '' }]);
    expect(await sendRaw(server.context.config.port, path, { method: 'POST' })).toMatchObject({
      status: 303,
      location,
    });
  });

  test.each([
    ['GET', '/assets/gone-12345678.js', ''],
    ['GET', '/robots.txt', ''],
    ['GET', '/.env', ''],
    ['GET', '/api/none', ''],
    ['GET', '/webhooks/%zz', ''],
    ['GET', '/%61pi/%zz', ''],
    ['POST', '/assets/gone-12345678.js', 'application/x-www-form-urlencoded'],
    ['POST', '/webhooks/none', 'application/x-www-form-urlencoded'],
    ['POST', '/main/recharge', 'application/json'],
    ['PUT', '/main/recharge', 'text/plain'],
  ])('%s %s %s is no page: it gets an error in JSON', async (method, path, type) => {
    const answer = await sendRaw(server.context.config.port, path, {
      method,
      headers: type ? { 'content-type': type } : {},
    });
    expect(answer).toMatchObject({ type: 'application/json', location: '' });
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });

  test('a proxy must not change the white space of the page, because its scripts are allowed by hash', async () => {
    const { headers } = await server.request('/main/recharge');
    expect(headers.get('cache-control')).toBe('no-cache, no-transform');
  });
});

describe('PgBouncer', () => {
  const { pgbouncer } = findPrograms();
  const missing = pgbouncer ? postgresServerMissing() : 'no PgBouncer on this machine';
  const because = missing ? ` (skipped: ${missing})` : '';
  let server: PostgresServer;
  beforeAll(async () => {
    if (!missing) server = await createPostgresServer();
  });
  afterAll(() => server?.remove());

  const IGNORED =
    'ignore_startup_parameters = extra_float_digits, statement_timeout, idle_in_transaction_session_timeout';
  const SESSION = 'pool_mode = session';
  const MODE = 'Set pool_mode = session in pgbouncer.ini';

  /** The line of a start behind PgBouncer with docs/pgbouncer.ini after these replacements. */
  const lineOf = async (settings: Readonly<Record<string, string>>, path: string): Promise<string> => {
    const { password } = new URL(server.url);
    const pooler = await startPgBouncer(pgbouncer ?? '', server.port, password, settings);
    const url = `postgres://tester:${password}@127.0.0.1:${pooler.port}${path}`;
    const opening = await openPostgres({ url, poolSize: 2 }, () => undefined);
    if (opening.ok) await opening.database.close();
    await pooler.remove();
    return opening.ok ? 'open' : opening.line;
  };

  const TRANSACTION = { [SESSION]: 'pool_mode = transaction' };
  const ONE = { ...TRANSACTION, 'default_pool_size = 70': 'default_pool_size = 1' };
  const FULL = { 'max_client_conn = 500': 'max_client_conn = 1' };

  test.skipIf(missing).each<[string, Readonly<Record<string, string>>, string, readonly string[]]>([
    ['in session mode, as in docs/pgbouncer.ini', {}, '/postgres', ['open']],
    ['in transaction mode', TRANSACTION, '/postgres', ['in transaction mode', MODE]],
    ['in transaction mode, with one connection', ONE, '/postgres', ['in transaction mode', MODE]],
    ['with its defaults', { [IGNORED]: '' }, '/postgres', ['parameter statement_timeout', `Set ${IGNORED} in`]],
    ['with options', {}, '/postgres?options=-c%20jit%3Doff', ['parameter options', `Set ${IGNORED}, options in`]],
    ['that does not know the database', {}, '/other', ['PgBouncer does not know the database']],
    ['that is full', FULL, '/postgres', ['Raise max_client_conn']],
    ['without TLS', {}, '/postgres?sslmode=verify-full', ['it does not accept TLS']],
  ])(`a start behind PgBouncer %s${because}`, async (_, settings, path, expected) => {
    const line = await lineOf(settings, path);
    for (const text of expected) expect(line).toContain(text);
  });

  test.each([
    ['08P01', 'unsupported startup parameter: "lock_timeout"', 'the startup parameter lock_timeout'],
    ['08P01', 'unsupported startup parameter in options: jit', 'the startup parameter jit'],
    ['08P01', 'password authentication failed', 'does not accept the user'],
    ['08P01', 'query_wait_timeout', 'no free connection to PostgreSQL'],
    ['26000', 'prepared statement "x" does not exist', 'is in transaction mode'],
  ])('%s "%s" is named', (code, message, why) => {
    expect(poolerProblemOf(Object.assign(new Error(message), { code }))?.why).toContain(why);
  });

  test.each([
    ['08P01', 'invalid frontend message type 0'],
    ['08006', 'query_wait_timeout'],
    ['28P01', 'password authentication failed for user "portal"'],
  ])('%s "%s" is no message of PgBouncer', (code, message) => {
    expect(poolerProblemOf(Object.assign(new Error(message), { code }))).toBeNull();
  });
});

describe('what the machine refuses is named at the start', () => {
  const refuse = (): never => {
    throw new Error('unsupported');
  };

  test('this machine has every cipher and hash', () => {
    expect(findMachineProblem()).toBeNull();
  });

  test('MD5, as in FIPS mode, and all others that are refused too', () => {
    const md5 = { name: 'MD5', users: 'password resets', run: refuse };
    const scrypt = { name: 'scrypt', users: 'passwords', run: refuse };
    const sha = { name: 'SHA-256', users: 'sessions', run: () => undefined };
    const advice = 'Run Node without FIPS mode, and with a provider that has them in OPENSSL_CONF.';
    expect(findMachineProblem([md5, sha])).toBe(`Machine: OpenSSL refuses MD5 (for password resets). ${advice}`);
    expect(findMachineProblem([sha, scrypt, md5])).toBe(
      `Machine: OpenSSL refuses scrypt (for passwords), MD5 (for password resets). ${advice}`,
    );
  });
});

describe('the folder of the embedded database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-field-'));
  /** A path that is too long for a socket, so that the lock is in the temporary folder. */
  const long = join(folder, 'x'.repeat(100));
  afterAll(() => rmSync(folder, { recursive: true }));

  const lineWith = async (dataDir: string, temporary: string): Promise<string> => {
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = temporary;
    try {
      const opening = await openPglite(dataDir);
      if (opening.ok) await opening.database.close();
      return opening.ok ? 'open' : opening.line;
    } finally {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    }
  };

  test.each([
    ['it does not exist', join(folder, 'missing'), /\(E\w+\)/],
    ['it is a file', join(folder, 'file'), /\(E\w+\)/],
    ['its path is too long as well', join(folder, 'y'.repeat(100)), /\(ENAMETOOLONG\)/],
  ])('where no socket can be bound, nor in TMPDIR because %s, the line names both', async (_, temporary, code) => {
    writeFileSync(join(folder, 'file'), '');
    const line = await lineWith(long, temporary);
    expect(line).toContain(`no Unix socket can be opened for the lock of ${long}`);
    expect(line).toContain(`neither there nor in ${temporary}. Set DATA_DIR or TMPDIR`);
    expect(line).toMatch(code);
  });

  test('where no socket can be bound, the lock is in the temporary folder, and a second server still finds it', async () => {
    // Creating a database takes seconds, and this test is about its lock.
    await fillDataDir(long);
    const first = await openPglite(long);
    expect(first).toMatchObject({ ok: true });
    const second = await openPglite(long);
    expect(second).toMatchObject({ ok: false, line: expect.stringContaining('is in use by another server') });
    if (first.ok) await first.database.close();
  });

  test.each([
    ['a file', join(folder, 'file'), 'a file has its name, EEXIST'],
    ['below a file', join(folder, 'file', 'data'), 'a part of its path is a file, ENOTDIR'],
    ['too long', join(folder, 'z'.repeat(300)), 'its path is too long, ENAMETOOLONG'],
  ])('a folder that is %s cannot be written', async (_, dataDir, why) => {
    writeFileSync(join(folder, 'file'), '');
    expect(await lineWith(dataDir, tmpdir())).toBe(
      `Database: the folder ${dataDir} cannot be written (${why}). Set DATA_DIR to one that can.`,
    );
  });
});

describe('a recording that an editor or a shell of Windows has saved', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-field-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const [name = ''] = readdirSync(join(ROOT, 'tests/flows'));
  const text = readFileSync(join(ROOT, 'tests/flows', name), 'utf8');
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');

  test.each([
    ['with a byte-order mark', Buffer.from(`\ufeff${text}`)],
    ['with a byte-order mark and CRLF', Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`)],
    ['as UTF-16', utf16],
    ['as UTF-16, big-endian', Buffer.from(utf16).swap16()],
    ['with an empty first line', Buffer.from(`\n${text}`)],
    ['without a byte-order mark', Buffer.from(text)],
  ])('%s is read', (_, bytes) => {
    const saved = join(folder, 'saved.flow.json');
    writeFileSync(saved, bytes);
    expect(readFlow(readRecording(saved))).toEqual(readFlow(text));
  });
});
