import { EventEmitter, once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { LIMITS, type Listener, listen } from '../../server/http/listener.ts';
import { createLog } from '../../server/runtime/log.ts';
import { freePort } from '../support/runs/portal-process.mjs';
import { openConnection } from '../support/server/raw-connection.ts';
import { describeOn } from '../support/server/test-database.ts';
import { sharedTestServer } from '../support/server/test-server.ts';

/** Runs in a thread: `ready[0]` counts the connections that the kernel has made. */
const CLIENTS = `
  const { connect } = require('node:net');
  const { parentPort, workerData } = require('node:worker_threads');
  const { port, count, ready } = workerData;
  const answers = [];
  for (let at = 0; at < count; at += 1) {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET / HTTP/1.1\\r\\nHost: portal\\r\\nConnection: close\\r\\n\\r\\n');
      Atomics.add(ready, 0, 1);
      Atomics.notify(ready, 0);
    });
    socket.on('data', (data) => { text += data; });
    socket.on('error', (error) => { text = error.code; });
    socket.on('close', () => {
      answers.push(text);
      if (answers.length === count) parentPort.postMessage(answers);
    });
  }
`;

/**
 * Blocks this thread until `count` clients have connected and sent a request. None of them has been accepted yet. Resolves with the text that
 * each has received when its connection is closed, or with the code of its error.
 */
const connectWaitingClients = (port: number, count: number): Promise<readonly string[]> => {
  const ready = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(CLIENTS, { eval: true, workerData: { port, count, ready } });
  const answers = new Promise<readonly string[]>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  for (let now = 0; now < count; now = Atomics.load(ready, 0)) Atomics.wait(ready, 0, now);
  return answers.finally(() => worker.terminate());
};

const READY = '/health/ready';

const untilRefused = async (port: number): Promise<void> => {
  const isRefused = (): Promise<boolean> =>
    openConnection(port).then(
      ({ end }) => {
        end();
        return false;
      },
      () => true,
    );
  await expect.poll(isRefused, { timeout: 60_000 }).toBe(true);
};

describeOn('the listener', () => {
  const server = sharedTestServer({ workers: false });

  const start = async (more: Parameters<typeof listen>[3] = {}): Promise<Listener & { readonly port: number }> => {
    const port = await freePort();
    return { ...(await listen(server.app.fetch, '127.0.0.1', port, more)), port };
  };
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: portal\r\n\r\n`;

  test('a draining server reports not ready and still serves, on connections old and new (F18, S27)', async () => {
    const { port, drain, close } = await start();
    const before = await openConnection(port, get(READY));
    expect(await before.until(/\}/)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*"status":"ready"/);
    drain();
    before.write(get(READY));
    expect(await before.until(/stopping.*\}/)).toMatch(
      /HTTP\/1\.1 503 [\s\S]*connection: keep-alive[\s\S]*"status":"stopping"/i,
    );
    const after = await openConnection(port, get('/health'));
    expect(await after.until(/\}/)).toMatch(/^HTTP\/1\.1 200 OK/);
    await close(0);
  });

  test('a closing server serves connections that are idle or new, then closes them, and accepts no others (F18, S27)', async () => {
    const { port, close } = await start();
    // The response on the later connection shows that the server has accepted this one.
    const silent = await openConnection(port);
    const idle = await openConnection(port, get('/health'));
    await idle.until(/\}/);
    const closed = close(60_000, 60_000);
    await untilRefused(port);
    for (const connection of [idle, silent]) {
      connection.write(get('/health'));
      expect(await connection.closed).toMatch(
        /HTTP\/1\.1 200 OK(?:(?!HTTP)[\s\S])*connection: close(?:(?!HTTP)[\s\S])*$/i,
      );
    }
    await closed;
  });

  test('connections stay open until the listener is closed, so that clients open no others (F18, S27)', async () => {
    const port = await freePort();
    const closing = new EventEmitter();
    const serve = async (): Promise<Response> => {
      closing.emit('request');
      return new Response('served');
    };
    const listener = await listen(serve, '127.0.0.1', port);
    const client = await openConnection(port, get('/'));
    await client.until(/served/);
    closing.once('request', () => void listener.close(60_000, 60_000));
    client.write(get('/'));
    expect(await client.until(/served[\s\S]*served/)).not.toMatch(/connection: close/i);
    await untilRefused(port);
    client.write(get('/'));
    expect(await client.closed).toMatch(/connection: close/i);
  });

  test('a closing server serves all connections that wait to be accepted (F18, S27)', async () => {
    const port = await freePort();
    const listener = await listen(async () => new Response('served'), '127.0.0.1', port);
    const answers = connectWaitingClients(port, 40);
    const closed = listener.close(60_000, 60_000);
    expect(new Set((await answers).map((text) => text.slice(0, 15)))).toEqual(new Set(['HTTP/1.1 200 OK']));
    await closed;
  });

  test('a closing server closes connections that stay idle (F18, S27)', async () => {
    const { port, close } = await start({ limits: { ...LIMITS, keepAliveTimeout: 600_000 } });
    const idle = await openConnection(port, get('/health'));
    await idle.until(/\}/);
    await close(60_000, 100);
    expect(await idle.closed).toMatch(/connection: keep-alive/i);
  });

  test('a request that runs when the server stops gets its response with Connection: close (F18, S27)', async () => {
    const port = await freePort();
    const requests = new EventEmitter();
    const slow = (): Promise<Response> =>
      new Promise((resolve) => requests.emit('started', () => resolve(new Response('served'))));
    const listener = await listen(slow, '127.0.0.1', port);
    const started = once(requests, 'started');
    const running = await openConnection(port, get('/'));
    const [answer] = await started;
    const closed = listener.close(60_000);
    await untilRefused(port);
    answer();
    expect(await running.closed).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*connection: close[\s\S]*served$/i);
    await closed;
  });

  test('a health check in HTTP/1.0 without Host gets a response (F20)', async () => {
    const check = await openConnection(server.context.config.port, 'GET /health HTTP/1.0\r\n\r\n');
    expect(await check.closed).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*"status":"ok"/);
    const modern = await openConnection(server.context.config.port, 'GET /health HTTP/1.1\r\n\r\n');
    expect(await modern.closed).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('a Host header with a character that no host name has gets 400, so it cannot choose the path', async () => {
    const { port, close } = await start();
    const statusWith = async (host: string, version = '1.1'): Promise<string> => {
      const connection = await openConnection(port);
      const head = `GET /health HTTP/${version}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      connection.socket.write(head, 'latin1');
      return (await connection.closed).slice(9, 12);
    };
    const crafted = [
      '\u00fc.\u00fc\\metrics?xxx',
      '\u00fc.\u00fc\\health?xxxx',
      'portal/metrics?',
      'portal#',
      'a@portal',
      'por tal',
      '',
    ];
    for (const host of crafted) expect([host, await statusWith(host)]).toEqual([host, '400']);
    expect(await statusWith('', '1.0')).toBe('400');
    for (const host of ['portal.example', 'Portal_1.example:8443', '127.0.0.1:80', '[::1]:8787'])
      expect([host, await statusWith(host)]).toEqual([host, '200']);
    await close(0);
  });

  test('a request that is refused before it is routed leaves a line with the reason, and without its text (S22, S23, S31)', async () => {
    expect([LIMITS.headersTimeout, LIMITS.requestTimeout]).toEqual([10_000, 30_000]);
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => lines.push(line) });
    const limits = { ...LIMITS, headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50 };
    const { port, close } = await start({ log, limits });
    const malformed: readonly (readonly [string, string, string])[] = [
      ['GET /health HTTP/1.1\r\nHost: canary/metrics?\r\nConnection: close\r\n\r\n', '400', 'address'],
      ['GET / HTTP/1.1\r\nHost: canary|canary\r\nConnection: close\r\n\r\n', '400', 'address'],
      ['GET canary HTTP/1.1\r\nHost: portal\r\nConnection: close\r\n\r\n', '400', 'HPE_INVALID_URL'],
      ['GET /canary\\metrics HTTP/1.1\r\nHost: portal:8080:1\r\nConnection: close\r\n\r\n', '400', 'address'],
      ['canary\r\n\r\n', '400', 'HPE_INVALID_METHOD'],
      ['\x16\x03\x01\x02\x00\x01\x00', '400', 'HPE_INVALID_METHOD'],
      ['GET / HTTP/1.1\r\nHost: canary\r\nx\r\n\r\n', '400', 'HPE_INVALID_HEADER_TOKEN'],
      [
        'POST / HTTP/1.1\r\nHost: canary\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
        '400',
        'HPE_INVALID_TRANSFER_ENCODING',
      ],
      ['GET / HTTP/1.1\r\nHost: canary\r\nx-slow: ', '408', 'ERR_HTTP_REQUEST_TIMEOUT'],
      ['POST / HTTP/1.1\r\nHost: portal\r\nContent-Length: 9\r\n\r\n{', '408', 'ERR_HTTP_REQUEST_TIMEOUT'],
    ];
    for (const [text, status, reason] of malformed) {
      lines.length = 0;
      const connection = await openConnection(port, text);
      const answer = await connection.closed;
      expect([reason, answer.slice(9, 12)]).toEqual([reason, status]);
      if (reason.startsWith('HPE_'))
        expect(answer).toMatch(/text\/plain; charset=utf-8[\s\S]*\r\n\r\nThe request .+\.$/);
      await expect
        .poll(() => lines.map((line) => JSON.parse(line)))
        .toMatchObject([{ level: 30, reason, msg: 'malformed request' }]);
      expect(lines.join('')).not.toContain('canary');
    }
    lines.length = 0;
    const connection = await openConnection(port, get('/health').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    expect(await connection.closed).toContain('200 OK');
    expect(lines).toEqual([]);
    await close(0);
  });

  test('connections per address are limited, and closing one frees its slot (F22, S24)', async () => {
    let refused = 0;
    const onRefused = () => {
      refused += 1;
    };
    const { port, close } = await start({ connectionsPerAddress: 2, onRefused });
    const open = [await openConnection(port, get('/health')), await openConnection(port, get('/health'))];
    for (const { until } of open) expect(await until(/\}/)).toContain('200 OK');
    expect(await (await openConnection(port, get('/health'))).closed).toBe('');
    expect(refused).toBe(1);
    open[0]?.end();
    await expect
      .poll(async () => {
        const next = await openConnection(port, get('/health').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
        return next.closed;
      })
      .toContain('200 OK');
    open[1]?.end();
    await close(0);
  });

  test.skipIf(process.platform !== 'linux')('another address is not affected by that limit (F22)', async () => {
    const { port, close } = await start({ connectionsPerAddress: 1 });
    const first = await openConnection(port, get('/health'));
    await first.until(/\}/);
    const other = await openConnection(port, get('/health'), '127.0.0.2');
    expect(await other.until(/\}/)).toContain('200 OK');
    for (const one of [first, other]) one.end();
    await close(0);
  });
});
