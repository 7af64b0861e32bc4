import { createHmac } from 'node:crypto';
import { Hono } from 'hono';
import { afterEach, describe, expect, test } from 'vitest';
import { DEMO_SERVER } from '../../server/demo-environment.mjs';
import { listen } from '../../server/http/listener.ts';
import { receiveBodies } from '../../server/http/request-body.ts';
import type { AppEnv } from '../../server/runtime/context.ts';
import { settingTime } from '../../src/contract/setting.contract.ts';
import { freePort } from '../support/runs/portal-process.mjs';
import { openConnection, type RawConnection } from '../support/server/raw-connection.ts';
import { describeOn } from '../support/server/test-database.ts';
import { sharedTestServer, startTestServer } from '../support/server/test-server.ts';

const EVENT_PATH = '/api/analytics/event';
const EVENT = 'web_payment_page_load';
const KILOBYTES_100 = 'x'.repeat(100_000);

const head = (path: string, headers: string): string => `POST ${path} HTTP/1.1\r\nHost: portal\r\n${headers}\r\n\r\n`;

/** An unfinished body of 100 kB. */
const endless = (path: string): string =>
  `${head(path, 'Content-Type: application/json\r\nTransfer-Encoding: chunked')}${KILOBYTES_100.length.toString(16)}\r\n${KILOBYTES_100}\r\n`;

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer.replace(CONTINUE, ''))?.[1] ?? 0);

describe('the intake of bodies', () => {
  const limits = { waiting: 3, perAddress: 2, deadlineMs: 60_000 };
  const serve = async (change: Partial<typeof limits> = {}) => {
    const app = new Hono<AppEnv>();
    app.use(async (c, next) => {
      c.set('ip', c.req.header('x-address') ?? '');
      await next();
    });
    app.use(receiveBodies({ ...limits, ...change }));
    app.post('/', (c) => c.text(new TextDecoder().decode(c.get('body') ?? new Uint8Array())));
    const port = await freePort();
    const listener = await listen(app.fetch, '127.0.0.1', port);
    /** Resolves when the server waits for the body. */
    const start = async (address: string): Promise<RawConnection> => {
      const headers = `X-Address: ${address}\r\nContent-Length: 4\r\nExpect: 100-continue\r\nConnection: close`;
      const connection = await openConnection(port, head('/', headers));
      await connection.until(/100 Continue/);
      return connection;
    };
    return { start, close: () => listener.close(0) };
  };

  test('beyond the limit per address its oldest unfinished body is dropped, and no other address is affected (F2)', async () => {
    const { start, close } = await serve();
    const other = await start('b');
    const [oldest, second] = [await start('a'), await start('a')];
    const newest = await start('a');
    const displaced = await oldest.closed;
    expect(statusOf(displaced)).toBe(503);
    expect(displaced).toMatch(/retry-after: 1\r\n/i);
    for (const one of [other, second, newest]) one.write('body');
    const responses = await Promise.all([other, second, newest].map(({ closed }) => closed));
    expect(responses.map((answer) => [statusOf(answer), answer.endsWith('body')])).toEqual([
      [200, true],
      [200, true],
      [200, true],
    ]);
    await close();
  });

  test('beyond the total limit the oldest unfinished body is dropped (F2)', async () => {
    const { start, close } = await serve();
    const oldest = await start('a');
    const others = [await start('b'), await start('c'), await start('d')];
    expect(statusOf(await oldest.closed)).toBe(503);
    for (const one of others) one.write('body');
    for (const { closed } of others) expect(statusOf(await closed)).toBe(200);
    await close();
  });

  test('a body that does not arrive in time gets 408 and its connection is closed (F2, S23)', async () => {
    const { start, close } = await serve({ deadlineMs: 50 });
    expect(statusOf(await (await start('a')).closed)).toBe(408);
    await close();
  });

  test('a client that disconnects frees its slot (F2)', async () => {
    const { start, close } = await serve({ perAddress: 1 });
    const leaving = await start('a');
    leaving.end();
    await leaving.closed;
    const following = await start('a');
    following.write('body');
    expect(statusOf(await following.closed)).toBe(200);
    await close();
  });
});

describeOn('bodies of requests', () => {
  const server = sharedTestServer({ workers: false });
  let opened: RawConnection[] = [];
  afterEach(() => {
    for (const connection of opened) connection.end();
    opened = [];
  });

  const open = async (text: string, to = server): Promise<RawConnection> => {
    const connection = await openConnection(to.context.config.port, text);
    opened.push(connection);
    return connection;
  };

  const signedPath = (key: string): string => {
    const ts = Math.floor(server.context.clock.now().getTime() / 1_000);
    const text = `event=${EVENT}&nonce=n-1&ts=${ts}`;
    return `${EVENT_PATH}?${text}&sign=${createHmac('sha256', key).update(text).digest('hex')}`;
  };

  test('complete requests that arrive simultaneously do not displace each other (F2)', async () => {
    const connections = await Promise.all(Array.from({ length: 290 }, () => open('')));
    const body = JSON.stringify({ more: 'x'.repeat(2_000) });
    const request = `${head(settingTime.path, `Content-Type: application/json\r\nContent-Length: ${body.length}`)}${body}`;
    for (const { write } of connections) write(request);
    const responses = await Promise.all(connections.map(({ until }) => until(/\r\n\r\n/)));
    expect(new Set(responses.map(statusOf))).toEqual(new Set([200]));
  });

  test('every path responds to an endless body as soon as it exceeds the limit (F3)', async () => {
    const responses = {
      [settingTime.path]: 200,
      [signedPath(DEMO_SERVER.LOGGER_KEY)]: 413,
      '/webhooks/sandbox': 413,
      '/cashier/AAAAAAAAAAAAAAAAAAAAAAAAAA': 413,
      '/sandbox/points': 400,
      '/pages/terms': 404,
      '/api/no/such/call': 404,
    };
    for (const [path, status] of Object.entries(responses)) {
      const connection = await open(endless(path));
      expect([path, statusOf(await connection.until(/\r\n\r\n/))]).toEqual([path, status]);
    }
  });

  test('the signature of an event is checked before its body is read (F3)', async () => {
    const waiting = await open(head(signedPath('another key'), 'Content-Length: 50'));
    expect(statusOf(await waiting.until(/\r\n\r\n/))).toBe(401);
  });

  test('without LOGGER_KEY an event is rejected before its body is read (F3)', async () => {
    const keyless = await startTestServer({ workers: false, environment: { LOGGER_KEY: '' } });
    const waiting = await open(head(signedPath(''), 'Content-Length: 50'), keyless);
    expect(statusOf(await waiting.until(/\r\n\r\n/))).toBe(401);
    waiting.end();
    await keyless.stop();
  });
});
