import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createApiClient } from '../../src/api/api-client.ts';
import { headersOf } from '../../src/api/credentials.ts';
import { reuseFirstCalls } from '../../src/app/boot-prefetch.ts';
import { userInfo } from '../../src/contract/user.contract.ts';
import type { FirstCall } from '../../src/platform/browser.ts';
import { REFERENCE_CODES } from '../support/api/reference-codes.ts';

const URL = 'https://api.example/api/user/uinfo';
const HEADERS = { token: 'secret', 'client-id': 'client-0001' };
const request = (more: RequestInit = {}): RequestInit => ({ method: 'POST', headers: HEADERS, body: '{}', ...more });

const callOf = (more: Partial<FirstCall> = {}): FirstCall => ({
  url: URL,
  method: 'POST',
  headers: HEADERS,
  body: '{}',
  startedAt: 0,
  response: Promise.resolve(new Response('page')),
  ...more,
});

const setUp = (calls: readonly FirstCall[], now = () => 1_000) => {
  const network = vi.fn(async () => new Response('network'));
  const fetch = reuseFirstCalls({ calls, fetch: network, now });
  const textOf = async (init?: RequestInit, url = URL) => (await fetch(url, init)).text();
  return { fetch, network, textOf };
};

test('only the first identical request gets the response of the page', async () => {
  const { textOf, network } = setUp([callOf()]);
  expect(await textOf(request())).toBe('page');
  expect(network).not.toHaveBeenCalled();
  expect(await textOf(request())).toBe('network');
});

test.each<[string, RequestInit, string]>([
  ['another token', request({ headers: { ...HEADERS, token: 'other' } }), URL],
  ['one header more', request({ headers: { ...HEADERS, userid: 'u-1' } }), URL],
  ['one header less', request({ headers: { token: 'secret' } }), URL],
  ['another body', request({ body: '{"a":1}' }), URL],
  ['another method', { method: 'GET', headers: HEADERS }, URL],
  ['another URL', request(), 'https://api.example/api/setting/init'],
])('a request with %s goes to the network', async (_, init, url) => {
  expect(await setUp([callOf()]).textOf(init, url)).toBe('network');
});

test('a call without a body is reused for a request without a body', async () => {
  const { body: _, ...get } = callOf({ method: 'GET' });
  expect(await setUp([get]).textOf({ method: 'GET', headers: HEADERS })).toBe('page');
});

test('a request whose response is old or failed goes to the network', async () => {
  expect(await setUp([callOf()], () => 10_000).textOf(request())).toBe('page');
  expect(await setUp([callOf()], () => 10_001).textOf(request())).toBe('network');
  const failed = Promise.reject(new TypeError('Failed to fetch'));
  expect(await setUp([callOf({ response: failed })]).textOf(request())).toBe('network');
});

test('a response that does not fit the request is canceled', async () => {
  const cancel = vi.fn();
  const response = Promise.resolve(new Response(new ReadableStream({ cancel })));
  expect(await setUp([callOf({ response })]).textOf(request({ body: '{"a":1}' }))).toBe('network');
  await vi.waitFor(() => expect(cancel).toHaveBeenCalledOnce());
});

test('an aborted request rejects without its response', async () => {
  const { fetch } = setUp([callOf({ response: new Promise(() => {}) })]);
  const controller = new AbortController();
  const response = fetch(URL, request({ signal: controller.signal }));
  controller.abort(new Error('left'));
  await expect(response).rejects.toThrow('left');
  const aborted = AbortSignal.abort(new Error('gone'));
  await expect(setUp([callOf()]).fetch(URL, request({ signal: aborted }))).rejects.toThrow('gone');
});

describe('the client reads a response of the page like any other', () => {
  const WHO = { epoch: 1, token: 'secret', clientId: 'client-0001', accountId: 'ga-7', gameId: 'g1', userId: 'u-1001' };

  const readSession = (response: Promise<Response>) => {
    const ended: string[] = [];
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      ...headersOf(WHO, '1.2.3'),
    };
    const network = vi.fn(async () => new Response('{}'));
    const client = createApiClient({
      baseUrl: 'https://api.example',
      version: '1.2.3',
      credentials: () => WHO,
      onUnauthorized: () => ended.push('unauthorized'),
      onKicked: () => ended.push('kicked'),
      fetch: reuseFirstCalls({ calls: [callOf({ headers, response })], fetch: network, now: () => 0 }),
      codes: REFERENCE_CODES,
      isOnline: () => true,
      now: () => 0,
      log: () => {},
    });
    const failure = client.call(userInfo, {}).then(
      () => null,
      (error: unknown) => error,
    );
    return { failure, ended, network };
  };

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test.each([
    ['HTTP 203', new Response('', { status: 203 }), 'tokenFailure', 'unauthorized'],
    ['code 20002', Response.json({ code: 20002, msg: '', result: null }), 'signedOutByServer', 'kicked'],
  ])('%s ends the session (SESS-07, SESS-08)', async (_, response, reason, end) => {
    const { failure, ended, network } = readSession(Promise.resolve(response));
    expect(await failure).toMatchObject({ reason });
    expect(ended).toEqual([end]);
    expect(network).not.toHaveBeenCalled();
  });

  test.each([
    ['no response', new Promise<Response>(() => {})],
    ['a body without an end', Promise.resolve(new Response(new ReadableStream()))],
  ])('%s is a timeout', async (_, response) => {
    const { failure, network } = readSession(response);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await failure).toMatchObject({ reason: 'timedOut' });
    expect(network).not.toHaveBeenCalled();
  });
});
