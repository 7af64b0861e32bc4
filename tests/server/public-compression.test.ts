import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { compressPublicJson } from '../../server/http/public-compression.ts';
import type { AppEnv } from '../../server/runtime/context.ts';

const LONG = { titles: Array.from({ length: 200 }, (_, at) => `title ${at}`) };

const app = new Hono<AppEnv>();
for (const path of ['/public', '/short', '/failed']) app.use(path, compressPublicJson);
app.get('/public', (c) => c.json(LONG));
app.get('/short', (c) => c.json({ code: 0 }));
app.get('/failed', (c) => c.json(LONG, 503));
app.get('/account', (c) => c.json(LONG));

const get = (path: string, accept: string) => app.request(path, { headers: { 'accept-encoding': accept } });
const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)('is compressed for %s as %s', async (accept, encoding, unpack) => {
  const answer = await get('/public', accept);
  expect(answer.headers.get('content-encoding')).toBe(encoding);
  expect(answer.headers.get('vary')).toContain('Accept-Encoding');
  const bytes = await bytesOf(answer);
  expect(bytes.length).toBeLessThan(JSON.stringify(LONG).length / 2);
  expect(JSON.parse(unpack(bytes).toString())).toEqual(LONG);
});

test.each([
  ['/public', 'identity', 'the caller accepts no encoding'],
  ['/short', 'br', 'it is short'],
  ['/failed', 'br', 'it is a failure'],
  ['/account', 'br', 'it has data of an account'],
])('%s for %s is plain: %s', async (path, accept) => {
  const answer = await get(path, accept);
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(await answer.json()).toEqual(path === '/short' ? { code: 0 } : LONG);
});
