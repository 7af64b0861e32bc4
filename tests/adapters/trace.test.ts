import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { readTraceId } from '../../server/runtime/trace.ts';
import { withTrace } from '../../src/api/api-client.ts';
import { createFakeProfile } from '../support/browser/fake-browser.ts';
import { createCoreHarness, reasonOf } from '../support/machines/core-harness.ts';

const URL = 'https://api.example/api/x';

const harness = () => {
  const network = vi.fn<typeof globalThis.fetch>(async () => new Response('network'));
  const sent = () => network.mock.calls.map(([, init]) => new Headers(init?.headers));
  return { network, sent, fetch: withTrace(network, randomUUID) };
};

test('each request starts a trace that the server reads, and keeps its other headers', async () => {
  const { sent, fetch } = harness();
  await fetch(URL, { method: 'POST', headers: { token: 'a' } });
  await fetch(URL);
  const [first, second] = sent();
  expect(first?.get('token')).toBe('a');
  const ids = [first, second].map((headers) => readTraceId(headers?.get('traceparent') ?? ''));
  expect(ids).not.toContain(null);
  expect(ids[0]).not.toBe(ids[1]);
});

test.each([true, false])('the page sends its trace only if it is built to: %s (SESS-15)', async (sendsTrace) => {
  const { api, login } = createCoreHarness(createFakeProfile(), { sendsTrace });
  await reasonOf(login());
  expect(api.seen.length).toBeGreaterThan(0);
  for (const { headers } of api.seen) expect(readTraceId(headers['traceparent']) !== null).toBe(sendsTrace);
});
