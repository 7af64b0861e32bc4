import { Hono } from 'hono';
import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { createApp } from '../../server/app/app.ts';
import { readBody, receiveBodies } from '../../server/http/request-body.ts';
import { openRoute, route } from '../../server/routes/route.ts';
import { MIDDLEWARE, ROUTES } from '../../server/routes/routes.ts';
import { CODE } from '../../server/runtime/codes.ts';
import type { AppEnv } from '../../server/runtime/context.ts';
import { HEADER, IDEMPOTENCY_HEADER, QUOTE_HEADER, TRACE_HEADER } from '../../src/contract/headers.ts';
import { settingTime } from '../../src/contract/setting.contract.ts';
import { characterSelect, userInfo, userWebRole } from '../../src/contract/user.contract.ts';
import { openConnection } from '../support/server/raw-connection.ts';
import { describeOn } from '../support/server/test-database.ts';
import { sharedTestServer } from '../support/server/test-server.ts';

const REFUSED = { code: CODE.parameterException, msg: 'parameter exception', request_id: expect.any(String) };
const reading = v.object({ ok: v.boolean() });
const PORTAL = 'https://pay.example';

describeOn('what every call has in common', () => {
  const server = sharedTestServer({
    workers: false,
    environment: { ALLOWED_ORIGINS: `${PORTAL}, https://b.example:8443` },
  });
  let headers: Record<string, string>;
  beforeAll(async () => {
    headers = { ...(await server.newPlayer()).headers, 'content-type': 'application/json' };
  });

  const post = (body: BodyInit | null, more: Record<string, string> = {}, path: string = settingTime.path) =>
    server.request(path, { method: 'POST', headers: { ...headers, ...more }, body });

  test('a success is HTTP 200 with code 0, msg and result (ERRS-01, ERRS-02)', async () => {
    const { status, body } = await post('{}');
    expect([status, body]).toEqual([
      200,
      { code: 0, msg: 'ok', result: { ts: expect.any(Number), ts_ms: expect.any(Number) } },
    ]);
  });

  test('an unknown path is a 404 in JSON, another method a 405 that names the right one (ERRS-01)', async () => {
    const missing = await server.request('/api/user/nothing', { method: 'POST' });
    expect([missing.status, missing.body]).toEqual([404, { code: CODE.requestError, msg: 'not found' }]);
    const wrong = await server.request(settingTime.path);
    expect([wrong.status, wrong.headers.get('allow'), wrong.body]).toEqual([
      405,
      'POST',
      { code: CODE.requestError, msg: 'method not allowed' },
    ]);
  });

  test('a malformed address gets 400; pages of the portal ignore it (F19, S22)', async () => {
    const malformed = [
      '/cashier/%00',
      '/cashier/%FF',
      '/cashier/%E0%A4%A',
      '/sandbox/orders/%00',
      '/sandbox/events?visit=%00',
      '/sandbox/mailbox?target=%00',
      '/sandbox/mailbox?target=%zz',
      '/sandbox/faults?clientId=%00',
      '/sandbox/service?ticket=%C0%80',
      '/pages/%',
      '/api/setting/time?%00',
    ];
    for (const path of malformed) {
      const { status, body } = await server.request(path);
      expect([path, status, body]).toEqual([
        path,
        400,
        { code: CODE.requestError, msg: 'the address is malformed', request_id: expect.any(String) },
      ]);
    }
    for (const path of ['/cashier/%00', '/webhooks/%00', '/sandbox/orders/%00/pay', '/sandbox/orders/%00/status'])
      expect([path, (await post('{}', {}, path)).status]).toEqual([path, 400]);
    expect((await server.request('/sandbox/mailbox?target=%2B1202')).status).toBe(200);
    for (const path of ['/main/recharge?channel=50%off', '/main/%00', '/main/%E0%A4%A'])
      expect([path, (await server.request(path)).status]).toEqual([path, 404]);
  });

  test('a missing body counts as an empty object (S22)', async () => {
    expect((await post(null)).body).toMatchObject({ code: 0 });
  });

  test('anything but JSON of the right shape is a parameter exception with HTTP 200 (S22, S30)', async () => {
    const bodies: [BodyInit, Record<string, string>][] = [
      ['{', {}],
      ['"text"', {}],
      ['null', {}],
      ['[]', {}],
      ['{"more":1}', {}],
      ['{"__proto__":{}}', {}],
      [new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), {}],
      ['{}', { 'content-type': 'text/plain' }],
      ['a=1', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['{}', { 'content-type': 'application/jsonp' }],
    ];
    for (const [body, more] of bodies) {
      const answer = await post(body, more);
      expect([String(body), answer.status, answer.body]).toEqual([String(body), 200, REFUSED]);
    }
  });

  test('64 kB is the limit, declared or streamed (S22)', async () => {
    const sized = (size: number): string => `{"a":"${'x'.repeat(size - 8)}"}`;
    const streamed = (text: string) => ({
      method: 'POST',
      headers,
      body: new Blob([text]).stream(),
      duplex: 'half' as const,
    });
    const path = characterSelect.path;
    const role = { server_id: '1', role_id: '1', server_name: 'n', role_name: 'n' };
    const padded = (size: number): string => {
      const text = JSON.stringify({ ...role, pad: '' });
      return text.replace('"pad":""', `"pad":"${'x'.repeat(size - text.length)}"`);
    };
    expect((await post(padded(64_000), {}, path)).body).toMatchObject({ code: CODE.roleGone });
    expect((await post(padded(64_001), {}, path)).body).toEqual(REFUSED);
    expect((await server.request(path, streamed(padded(64_000)))).body).toMatchObject({ code: CODE.roleGone });
    expect((await server.request(path, streamed(padded(64_001)))).body).toEqual(REFUSED);
    expect((await post(sized(5_000_000))).body).toEqual(REFUSED);
  });

  test('20 levels are the limit; NUL and unpaired surrogates are rejected (S22)', async () => {
    const app = new Hono<AppEnv>();
    app.use(receiveBodies());
    app.post('/', (c) => c.json({ ok: readBody(c) !== null }));
    const isRead = async (body: string): Promise<unknown> => {
      const type = { 'content-type': 'application/json' };
      return v.parse(reading, await (await app.request('/', { method: 'POST', headers: type, body })).json()).ok;
    };
    const nested = (depth: number): string => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    expect([await isRead(nested(20)), await isRead(nested(21)), await isRead(nested(30_000))]).toEqual([
      true,
      false,
      false,
    ]);
    const texts = [
      String.raw`{"a":"\u0000"}`,
      String.raw`{"\u0000":1}`,
      String.raw`{"a":["\ud800"]}`,
      String.raw`{"a":{"b":"\udc00\ud800"}}`,
    ];
    for (const text of texts) expect([text, await isRead(text)]).toEqual([text, false]);
    expect(await isRead(String.raw`{"a":["\ud83d\ude00", "ไทย", "𠮷"]}`)).toBe(true);
  });

  test('only the listed origins may read responses, with the headers of the contract (S30)', async () => {
    const preflight = (origin: string) =>
      server.request(userInfo.path, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'token' },
      });
    const allowed = await preflight(PORTAL);
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(PORTAL);
    expect(allowed.headers.get('access-control-allow-headers')?.split(',')).toEqual([
      'content-type',
      ...Object.values(HEADER),
      IDEMPOTENCY_HEADER,
      QUOTE_HEADER,
      TRACE_HEADER,
    ]);
    expect(allowed.headers.has('access-control-allow-credentials')).toBe(false);
    for (const origin of [
      'https://evil.example',
      'https://pay.example.evil.example',
      'http://pay.example',
      'null',
      '',
    ]) {
      const answer = await preflight(origin);
      expect([origin, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([origin, 403, null]);
    }
    const response = await post('{}', { origin: PORTAL });
    expect([response.headers.get('access-control-allow-origin'), response.headers.get('vary')]).toEqual([
      PORTAL,
      'Origin',
    ]);
    expect((await post('{}', { origin: 'https://evil.example' })).headers.has('access-control-allow-origin')).toBe(
      false,
    );
  });

  test('every API response is JSON and forbids framing, sniffing, scripts and caching, also when it fails (S30, C66)', async () => {
    const broken = createApp(server.context, {
      middleware: MIDDLEWARE,
      routes: [openRoute(settingTime, () => Promise.reject(new Error('defect')))],
    });
    const responses = [
      await post('{}'),
      await post('{'),
      await server.request('/api/x'),
      await server.request(settingTime.path),
      await post('{}', { token: '' }, userInfo.path),
      await server.request('/api/setting/time?%00'),
      await broken.request(settingTime.path, { method: 'POST' }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 404, 405, 203, 400, 500]);
    for (const { status, headers: sent } of responses)
      expect([status, Object.fromEntries(sent)]).toEqual([
        status,
        expect.objectContaining({
          'content-type': expect.stringMatching(/^application\/json(?:; charset=utf-8)?$/),
          'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'strict-origin',
          'cross-origin-resource-policy': 'same-origin',
        }),
      ]);
  });

  test('a defect returns "the system is busy" with the request id of the log, and nothing else (S29)', async () => {
    const broken = createApp(server.context, {
      middleware: [],
      routes: [
        openRoute(settingTime, () => Promise.reject(new Error('select password from /srv/secret.ts'))),
        route(userWebRole, () => Promise.reject(Object.assign(new Error('pool'), { code: '53300' }))),
        ...ROUTES.filter(({ endpoint }) => endpoint.path === userInfo.path),
      ],
    });
    const answer = await broken.request(settingTime.path, { method: 'POST', body: null });
    const id = answer.headers.get('x-request-id');
    expect([answer.status, await answer.json()]).toEqual([
      500,
      { code: CODE.systemBusy, msg: 'the system is busy', request_id: id },
    ]);
    const logged = server.logLines().filter((line) => line.includes(String(id)) && line.includes('"level":50'));
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('envelope.test.ts');
    expect(logged[0]).not.toContain('/srv/secret.ts');
    const failed = await broken.request(userWebRole.path, { method: 'POST', headers, body: '{}' });
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '2']);
  });

  test('health queries the database; metrics count by route and identify no player (S24)', async () => {
    expect((await server.request('/health')).body).toEqual({ status: 'ok' });
    await post('{}');
    const { text, headers: sent } = await server.request('/metrics');
    expect(sent.get('content-type')).toContain('text/plain');
    expect(text).toMatch(/portal_responses_total\{route="\/api\/setting\/time",status="200",code="0"\} \d+/);
    expect(text).toMatch(/portal_response_seconds_bucket\{le="\+Inf",route="\/api\/setting\/time"\} \d+/);
    expect(text).not.toContain('tester-');
  });

  test('TRACE is refused without an echo of the request (S22, S29)', async () => {
    const { port } = new URL(server.url);
    for (const path of ['/', settingTime.path]) {
      const text = `TRACE ${path} HTTP/1.1\r\nHost: x\r\nx-canary: canary\r\nConnection: close\r\n\r\n`;
      const traced = await (await openConnection(Number(port), text)).closed;
      expect(traced).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(traced).not.toContain('canary');
    }
  });
});
