import { expect, test, vi } from 'vitest';
import { reuseFirstCalls } from '../../src/app/boot-prefetch.ts';
import type { FirstCall } from '../../src/platform/browser.ts';

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
