import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { ROOT } from '../../server/prepare.mjs';
import { DEMO } from '../../server/seed/accounts.seed.ts';
import { orderRecord } from '../../src/contract/order.contract.ts';
import { settingTime } from '../../src/contract/setting.contract.ts';
import { userLogin } from '../../src/contract/user.contract.ts';
import { createPortalProcess } from '../support/runs/portal-process.mjs';
import { openConnection, type RawConnection } from '../support/server/raw-connection.ts';
import { encryptPassword } from '../support/server/test-server.ts';

const SOCKETS = 5_000;
/** Below the server's own limit of connections per address. */
const PER_ADDRESS = 500;
const AT_ONCE = 250;
const TEST_TIMEOUT_MS = 600_000;

const LIMITS = '/proc/self/limits';
const openFiles = existsSync(LIMITS)
  ? Number(/Max open files\s+(\d+)/.exec(readFileSync(LIMITS, 'utf8'))?.[1] ?? 0)
  : 0;

const missing = (): string => {
  if (!existsSync(join(ROOT, 'dist', 'server', 'main.js'))) return 'dist/server is not built';
  if (process.platform !== 'linux') return 'only Linux has many loopback addresses';
  return openFiles < SOCKETS + 500 ? `this machine allows ${openFiles} open files` : '';
};
const why = missing();

const SLOW = `POST ${settingTime.path} HTTP/1.1\r\nHost: portal\r\nContent-Type: application/json\r\nContent-Length: 50000\r\n\r\n{`;
const RECORD = { page: 1, size: 1, begin: 0, end: 0, status: -1, sdk_order_id: '250101-DEM0-0000-0003' };
const POLLS = 80;

test.skipIf(why)(
  `5,000 connections with unfinished bodies are refused and closed, and no response to another player changes${why ? ` (skipped: ${why})` : ''} (F2, S23)`,
  { timeout: TEST_TIMEOUT_MS },
  async () => {
    const portal = await createPortalProcess();
    const url = await portal.start();
    const post = (path: string, input: unknown, token = '') =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', token },
        body: JSON.stringify(input),
      });
    const passwd = encryptPassword(DEMO.password);
    const login = await post(userLogin.path, { channel_code: 'account', account: DEMO.account, passwd, encrypt: 1 });
    const { result } = v.parse(v.object({ result: v.object({ token: v.string() }) }), await login.json());

    const poll = async () => {
      const response = await post(orderRecord.path, RECORD, result.token);
      return { status: response.status, text: await response.text() };
    };
    const expected = await poll();
    expect(expected).toEqual({ status: 200, text: expect.stringContaining(RECORD.sdk_order_id) });
    const polls: (typeof expected)[] = [];
    const opened: RawConnection[] = [];
    for (let from = 0; from < SOCKETS; from += AT_ONCE) {
      const address = `127.0.1.${1 + Math.floor(from / PER_ADDRESS)}`;
      const batch = Array.from({ length: AT_ONCE }, () => openConnection(portal.port, SLOW, address));
      const [connections, ...responses] = await Promise.all([Promise.all(batch), poll(), poll()]);
      opened.push(...connections);
      polls.push(...responses);
    }
    while (polls.length < POLLS) polls.push(await poll());
    expect(opened).toHaveLength(SOCKETS);
    expect(polls).toEqual(Array.from({ length: POLLS }, () => expected));
    const refusals = await Promise.all(opened.map(({ closed }) => closed));
    expect(refusals.filter((text) => !/^HTTP\/1\.1 (?:408|503) /.test(text))).toEqual([]);
    expect(await poll()).toEqual(expected);
    await portal.stop();
    await portal.remove();
  },
);
