import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bulletinTop, settingWebArticle } from '../../src/contract/content.contract.ts';
import { HEADER } from '../../src/contract/headers.ts';
import { settingTime } from '../../src/contract/setting.contract.ts';
import { otherUndocumentedCalls, undocumentedCalls } from '../support/api/recorded-traffic.ts';
import { TRAFFIC } from '../support/api/traffic-recorder.mjs';
import { sharedTestServer } from '../support/server/test-server.ts';

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
