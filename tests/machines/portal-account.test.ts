import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { orderQuery } from '../support/machines/lists.ts';
import { openPortal } from '../support/machines/portal-actor-harness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const RECHARGE = '/main/account/recharge';
const location = (more: object = {}, page = 1) => ({ query: { ...orderQuery, ...more }, page });

test('a deep link selects the list, the list updates the URL, and the back button updates the list (ORDR-06)', async () => {
  const portal = await openPortal(`${RECHARGE}?status=failed`);
  expect(portal.inputsOf('listRoute')).toEqual([{ location: location({ status: 'failed' }) }]);
  await portal.report('listRoute', { type: 'list.navigated', to: `${RECHARGE}?status=failed&page=2`, replace: false });
  expect(portal.url()).toBe(`${RECHARGE}?status=failed&page=2`);
  await portal.back();
  expect(portal.url()).toBe(`${RECHARGE}?status=failed`);
  expect(portal.sentTo('listRoute')).toEqual([
    { type: 'location.changed', location: location({ status: 'failed' }, 2) },
    { type: 'location.changed', location: location({ status: 'failed' }) },
  ]);
});

test('the lists stop with the session (ROUTE-09, SESS-09)', async () => {
  const portal = await openPortal(RECHARGE);
  expect(portal.countOf('listRoute')).toBe(1);
  await portal.send({ type: 'http.unauthorized' });
  expect(portal.isRunning('listRoute')).toBe(false);
  expect(portal.url()).toBe(`/login?redirect=${encodeURIComponent(RECHARGE)}`);
});

test('an order keeps the list from which it was opened, until the player leaves the order pages (ROUTE-08)', async () => {
  const portal = await openPortal(`${RECHARGE}?page=2`);
  const origin = () => portal.snapshot().context.orderOrigin;
  expect(origin()).toBeNull();
  await portal.open('/main/recharge/detail/o-1');
  expect(origin()).toBe(`${RECHARGE}?page=2`);
  await portal.open('/main/recharge/detail/o-2');
  expect(origin()).toBe(`${RECHARGE}?page=2`);
  await portal.open('/main/home');
  expect(origin()).toBeNull();
  await portal.open('/main/recharge/detail/o-1');
  expect(origin()).toBeNull();
});
