import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { externalLoginNavigation, readExternalLogin } from '../../machines/portal/portal.navigation.ts';
import { blankPortal } from '../../machines/portal/portal.setup.ts';
import { startPortal } from '../support/machines/portal-actor-harness.ts';
import { ada, submitOf } from '../support/views/portal-samples.ts';

beforeEach(() => void vi.useFakeTimers());

const restoredAt = async (url: string, order: 'address first' | 'session first' = 'address first') => {
  const portal = startPortal();
  if (order === 'address first') await portal.open(url);
  await portal.answer('restore', ada);
  if (order === 'session first') await portal.open(url);
  return portal;
};
const toastsOf = (portal: ReturnType<typeof startPortal>) =>
  portal.sentTo('toasts').flatMap((event) => (event.type === 'toast.add' ? [event] : []));

describe('returning from an external login', () => {
  test.each([
    ['/main/home?appleId=false', '/main/home', 'appleId', false],
    ['/main/home?wechat=false&channel=ads', '/main/home?channel=ads', 'wechat', false],
    ['/main/home?a=%20b&appleId=true&c', '/main/home?a=%20b&c', 'appleId', true],
    ['/main/recharge?step=item&wechat=', '/main/recharge?step=item', 'wechat', true],
    ['/main/home?appleId=1&wechat=false', '/main/home', 'wechat', false],
    ['/?wechat=false', '/main/home', 'wechat', false],
    ['/main/home?&wechat=ok&&a=1', '/main/home?a=1', 'wechat', true],
    ['/login?appleId=ok&redirect=%2Fmain%2Frecharge', '/main/recharge', 'appleId', true],
  ] as const)('%s: one toast, and the URL becomes %s (ROUTE-15, C60)', async (url, left, method, succeeded) => {
    for (const order of ['address first', 'session first'] as const) {
      const portal = await restoredAt(url, order);
      expect(toastsOf(portal)).toEqual([
        succeeded
          ? { type: 'toast.add', subject: 'loginSucceeded', level: 'success' }
          : { type: 'toast.add', subject: 'loginAccountMissing', level: 'warning' },
      ]);
      expect(portal.logins).toEqual([{ type: 'login.result', method, succeeded }]);
      expect(portal.url()).toBe(left);
      expect(portal.navs.every(({ replace }) => replace)).toBe(true);
      await portal.open(url);
      expect(portal.logins).toHaveLength(1);
      portal.stop();
    }
  });

  test('the pending URL counts, even without a query (ROUTE-15)', () => {
    const at = { ...blankPortal, path: '/login', search: '?appleId=ok&a=1' };
    expect(externalLoginNavigation(at)).toEqual({ to: '/login?a=1', replace: true });
    expect(externalLoginNavigation({ ...at, pendingUrl: '/main/home' })).toEqual({ to: '/main/home', replace: true });
  });

  test('a login by phone is reported, and so is a refused one', async () => {
    const portal = startPortal();
    await portal.open('/login');
    await portal.answer('restore', null);
    await portal.send({ type: 'session.refused', method: 'phone' });
    await portal.send({ type: 'session.activated', by: 'phone', grant: ada });
    expect(portal.logins).toEqual([
      { type: 'login.result', method: 'phone', succeeded: false },
      { type: 'login.result', method: 'phone', succeeded: true },
    ]);
  });

  test('a login on this page keeps the URL and is reported (ROUTE-15)', async () => {
    const portal = startPortal();
    await portal.open('/main/home?appleId=false');
    await portal.answer('restore', null);
    await portal.login(submitOf('ada', 'vault:1'));
    await portal.answer('login', ada);
    expect(portal.logins).toEqual([{ type: 'login.result', method: 'account', succeeded: true }]);
    expect(portal.url()).toBe('/main/home?appleId=false');
  });

  test('any query is read without an error, and only these two parameters count (C60)', () => {
    const hostile = fc.oneof(
      fc.constantFrom('appleId=%', 'appleId=%E0%A4', '__proto__=false', 'constructor', 'appleId[]=1', 'wechat=='),
      fc.string({ unit: 'binary' }),
      fc.webQueryParameters(),
    );
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 4 }), (parts) => {
        const returned = readExternalLogin(`?${parts.join('&')}`);
        expect([null, 'appleId', 'wechat']).toContain(returned?.method ?? null);
      }),
      { numRuns: 2_000 },
    );
  });
});

test('the URL of a new password opens the reset, and the login keeps the redirect (SESS-05)', async () => {
  const portal = startPortal();
  await portal.open('/login?reset=phone&redirect=%2Fmain%2Frecharge');
  await portal.answer('restore', null);
  expect(portal.session().context.recovery).toBe('phone');
  await portal.answerAll({ loadRecovery: undefined, recovery: { target: '+12025550123' } });
  expect(portal.url()).toBe('/login?redirect=%2Fmain%2Frecharge');
  expect(portal.session().context).toMatchObject({ recovery: null, recovered: true, loginName: '+12025550123' });
});
