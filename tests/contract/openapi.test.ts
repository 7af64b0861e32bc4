import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { DOCUMENT, profileErrors } from '../../src/check-api/call-judgment.ts';
import { bulletinTop, settingWebArticle } from '../../src/contract/content.contract.ts';
import { CONTRACT, ENDPOINT_NAMES, SAMPLES } from '../../src/contract/contract.ts';
import type { AnyEndpoint, Sample } from '../../src/contract/endpoint.ts';
import { HEADER } from '../../src/contract/headers.ts';
import { settingTime } from '../../src/contract/setting.contract.ts';
import { documentErrors, otherUndocumentedCalls, undocumentedCalls } from '../support/api/documented-traffic.ts';
import { bodyOf, ORDER_ROW, sampleOf, WIRE_SAMPLES } from '../support/api/fake-api.ts';
import { TRAFFIC } from '../support/api/traffic-recorder.mjs';
import { publisherDocument } from '../support/docs/publisher-document.ts';
import { sharedTestServer } from '../support/server/test-server.ts';

type Json = { readonly [field: string]: unknown };

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Every path of a value; the entries of a list have the same path. */
const pathsOf = (value: unknown, path = ''): readonly string[] => {
  if (!isObject(value)) return [path];
  const below = Object.entries(value).flatMap(([key, inner]) =>
    pathsOf(inner, `${path}${path && '.'}${Array.isArray(value) ? '*' : key}`),
  );
  return [...(path ? [path] : []), ...below];
};

/** The value with another one at every place of a path, or without the field. */
const changed = (value: unknown, [key, ...rest]: readonly string[], other: unknown): unknown => {
  if (key === undefined || !isObject(value)) return other;
  if (Array.isArray(value)) return value.map((entry) => changed(entry, rest, other));
  return Object.hasOwn(value, key) ? { ...value, [key]: changed(value[key], rest, other) } : value;
};

const CALLS = ENDPOINT_NAMES.map((name) => {
  const { specified = [] }: Sample<AnyEndpoint> = SAMPLES[`${name}Sample`];
  return { name, specified, body: bodyOf(sampleOf(CONTRACT[name].path)) };
});

test('the document is a valid OpenAPI 3.1 document', async () => {
  const result = await new Validator().validate(structuredClone(DOCUMENT));
  expect([result.errors, result.valid]).toEqual([undefined, true]);
});

test('the document has each call of the contract and the seven headers (SESS-15)', () => {
  expect(Object.keys(DOCUMENT.paths)).toEqual(WIRE_SAMPLES.map(({ endpoint }) => endpoint.path));
  const headers = ['version', 'hversion', 'accountid', 'gameid', 'userid', 'client-id'];
  expect(Object.keys(DOCUMENT.components.parameters)).toEqual([
    ...headers,
    'idempotency-key',
    'x-quote',
    'traceparent',
  ]);
  expect(DOCUMENT.components.securitySchemes.token.name).toBe('token');
});

test('a call that the specification lacks says so, and has no specified field', () => {
  const lacking = ENDPOINT_NAMES.filter((name) => CONTRACT[name].id.startsWith('EXTRA-'));
  expect(lacking.length).toBeGreaterThan(0);
  for (const name of lacking) {
    const { about, specified = [] }: Sample<AnyEndpoint> = SAMPLES[`${name}Sample`];
    expect([name, specified]).toEqual([name, []]);
    expect(about).toContain('not in the specification');
  }
});

test('the tables have each call, with its fields in one of two columns', () => {
  const text = publisherDocument();
  for (const { endpoint } of WIRE_SAMPLES) expect(text).toContain(`\n## ${endpoint.method} ${endpoint.path}\n`);
  expect(text).toContain('\n| `result[].img` |  | string');
  expect(text).toContain('\n|  | `result[].summary` | string');
  expect(text).toContain('\n| inside `data` | form |');
});

describe('the profiles of a response', () => {
  test('each sample is as documented', () => {
    for (const { name, body } of CALLS) expect([name, profileErrors(name, 'extended', body)]).toEqual([name, []]);
  });

  test('each specified field is required, and a field of another form is an error', () => {
    const unnoticed = CALLS.flatMap(({ name, specified, body }) => {
      const spoiled = (profile: 'specified' | 'extended', path: string, other: unknown): boolean =>
        profileErrors(name, profile, changed(body, path.split('.'), other)).length > 0;
      const missing = specified.filter((path) => !spoiled('specified', path, undefined));
      const fields = pathsOf(body).filter((path) => /^(?:result\.|total)/.test(path));
      const unread = fields.filter((path) => !spoiled('extended', path, [{ other: [true] }]));
      return [...missing, ...unread].map((path) => `${name}: ${path}`);
    });
    expect(unnoticed).toEqual([]);
  });
});

test.each([
  ['a price in words', '/api/order/webProduct', { result: [{ cp_goods_id: 'a', name: 'A', price: 'one dollar' }] }],
  ['the tail of a float', '/api/order/webProduct', { result: [{ cp_goods_id: 'a', name: 'A', price: 0.1 + 0.2 }] }],
  ['milliseconds', '/api/setting/time', { result: { ts: 1_760_000_000_000 } }],
  ['a list as an object', '/api/user/webRole', { result: { 0: { server_id: 's1' } } }],
  ['a status as a list', '/api/order/record', { result: [{ ...ORDER_ROW, status: [1] }] }],
])('%s is not as documented', (_, path, body) => {
  const traffic = {
    method: 'POST',
    path,
    request: sampleOf(path).request,
    status: 200,
    response: { code: 0, ...body },
  };
  expect(documentErrors(traffic)).not.toEqual([]);
});

describe('the sandbox', () => {
  const server = sharedTestServer({ workers: false });

  test('serves the document, and its client refuses a response that differs from it', async () => {
    const { status, text } = await server.request('/openapi.json');
    expect([status, JSON.parse(text)]).toEqual([200, JSON.parse(JSON.stringify(DOCUMENT))]);
    const headers = { 'content-type': 'application/json', 'client-id': 'a-browser' };
    const spoil = { clientId: 'a-browser', path: settingTime.path, fault: { kind: 'wrong-schema' } };
    await server.request('/sandbox/faults', { method: 'POST', headers, body: JSON.stringify(spoil) });
    await expect(server.call(settingTime, {}, headers)).rejects.toThrow('not as documented');
    expect((await server.call(settingTime, {}, headers)).body).toMatchObject({ code: 0 });
  });
});

const server = sharedTestServer({ workers: false });
const page = { [HEADER.clientId]: 'a/../page' };

test('of the calls of a browser, compressed ones too, those that differ from the document are reported once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'traffic-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  vi.stubEnv(TRAFFIC, folder);
  const { headers: news } = await server.request(bulletinTop.path, { headers: { ...page, 'accept-encoding': 'br' } });
  expect(news.get('content-encoding')).toBe('br');
  await server.call(settingTime, {}, page);
  expect(undocumentedCalls(['a/../page', 'unseen'])).toEqual([]);

  await server.call(settingWebArticle, { page: 'first', size: 8 }, page);
  await server.post('/sandbox/faults', { clientId: 'a/../page', path: settingTime.path, fault: { kind: 'html' } });
  await expect(server.call(settingTime, {}, page)).rejects.toThrow('not as documented');
  expect(undocumentedCalls(['a/../page'])).toContain(
    `${settingWebArticle.path}: /page must match pattern "^[+-]?\\d+$": "first"`,
  );
  expect([undocumentedCalls(['a/../page']), otherUndocumentedCalls(folder)]).toEqual([[], []]);
});
