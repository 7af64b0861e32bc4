import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { selectRechargeScreen } from '../../machines/recharge/recharge.screens.ts';
import { createFakeProfile, type FakeProfile } from '../support/browser/fake-browser.ts';
import { atConfirmation, openPortalTab, orderAnswer, orderIn, type PortalTab } from '../support/browser/portal-tab.ts';
import { createCoreHarness } from '../support/machines/core-harness.ts';

const NOW = 1_760_000_000_250;

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const ordered = async (profile?: FakeProfile): Promise<PortalTab> => {
  const tab = openPortalTab('/main/recharge', profile);
  await orderIn(tab);
  return tab;
};

const playerOf = ({ actor }: PortalTab) => actor.getSnapshot().children.signedIn;

const wizardOf = (tab: PortalTab): string | null => {
  const recharge = playerOf(tab)?.getSnapshot().children.recharge;
  return recharge ? selectRechargeScreen(recharge.getSnapshot()).name : null;
};

describe('all machines together', () => {
  test('a deep link leads through login and wizard to the delivered order (RCHG-17, ROUTE-16)', async () => {
    const tab = await ordered();
    expect(tab.api.to('/api/order/webCreate')).toHaveLength(1);
    expect(wizardOf(tab)).toBe('payment');
    tab.api.reply('/api/order/record', orderAnswer(2));
    await passes(3_000);
    expect(tab.paymentOf('O-1')).toBe('paid');
    tab.api.reply('/api/order/record', orderAnswer(4));
    await passes(60_000);
    expect(tab.paymentOf('O-1')).toBe('delivered');
    expect(tab.url()).toBe('/main/recharge?step=payment');
    tab.close();
  });

  test('a regressed status is ignored, and the log names the call and the order (D10, ORDR-02)', async () => {
    const tab = await ordered();
    tab.api.reply('/api/order/record', orderAnswer(2));
    await passes(3_000);
    expect(tab.log).toEqual([]);
    tab.api.reply('/api/order/record', orderAnswer(1));
    await tab.until(() => expect(tab.log.length).toBeGreaterThan(0));
    expect(tab.log[0]).toEqual({
      event: 'status-refused',
      call: 'CALL-18',
      path: '/api/order/record',
      detail: 'order O-1: pending after paid',
    });
    expect(tab.paymentOf('O-1')).toBe('paid');
    tab.close();
  });

  test('for an order in E Points the log names its own call (D10, ORDR-02, EPNT-03)', () => {
    const harness = createCoreHarness();
    harness.signedInPorts.logRefusedStatus({ orderId: 'E-1', kind: 'epoint', known: 'delivered', received: 'overdue' });
    expect(harness.log).toEqual([
      {
        event: 'status-refused',
        call: 'CALL-24',
        path: '/api/epoint/paymentIds/detail',
        detail: 'order E-1: overdue after delivered',
      },
    ]);
  });

  test('without the cached role list Pay sends nothing and returns to the recipient, then the order is created (D12, RCHG-09)', async () => {
    const tab = openPortalTab('/main/recharge');
    await atConfirmation(tab);
    tab.profile.local.removeItem('portal:g1:u-1001:roles');
    const confirm = () => {
      const windowRef = tab.browserActions.openPaymentWindow();
      tab.sendToRecharge({
        type: 'order.confirm',
        key: tab.browserActions.newKey(),
        windowRef,
        at: tab.browserActions.serverNow(),
      });
    };
    confirm();
    await tab.reaches('/main/recharge?step=role');
    expect(tab.api.to('/api/order/webCreate')).toEqual([]);
    expect(playerOf(tab)?.getSnapshot().children.recharge?.getSnapshot().context).toMatchObject({
      roleId: 'r1',
      notice: { kind: 'recipient-needed', missing: 'role-list' },
    });
    await tab.until(() => expect(tab.stored()['portal:g1:u-1001:roles']).toBeDefined());
    tab.sendToRecharge({ type: 'recipient.confirm' });
    await tab.reaches('/main/recharge?step=confirm');
    await vi.advanceTimersByTimeAsync(0);
    confirm();
    await tab.reaches('/main/recharge?step=payment');
    expect(tab.api.to('/api/order/webCreate')).toHaveLength(1);
    tab.close();
  });

  test('a reload during a payment resumes the same order (RCHG-16, C3)', async () => {
    const profile = createFakeProfile();
    const first = await ordered(profile);
    first.close();
    const second = openPortalTab('/main/recharge?step=payment', profile);
    second.api.reply('/api/order/record', orderAnswer(1));
    await second.until(() => expect(second.paymentOf('O-1')).toBe('awaiting'));
    expect(second.url()).toBe('/main/recharge?step=payment');
    expect(wizardOf(second)).toBe('payment');
    expect(second.api.to('/api/order/webCreate')).toEqual([]);
    second.close();
  });

  test.each([
    ['ahead', 10 * 60_000],
    ['ahead', 86_400_000],
    ['back', -10 * 60_000],
  ])(
    'the device clock jumps %s by %i ms during an order: nothing ends, and the next wake-up syncs the clock and reads the order (C14)',
    async (_, jump) => {
      const startedAt = performance.now();
      const serverNow = () => NOW + performance.now() - startedAt;
      const tab = openPortalTab('/main/recharge');
      tab.api.reply('/api/setting/time', () => ({
        code: 0,
        result: { ts: Math.floor(serverNow() / 1_000), ts_ms: serverNow() },
      }));
      await orderIn(tab);
      const deadlineAt = () => tab.payment('O-1')?.getSnapshot().context.deadlineAt;
      const before = deadlineAt();
      const requests = (path: string) => tab.api.to(path).length;
      tab.tab.fire('focus');
      await passes(100);
      const syncs = requests('/api/setting/time');
      vi.setSystemTime(Date.now() + jump);
      await passes(1_000);
      expect([tab.paymentOf('O-1'), deadlineAt()]).toEqual(['awaiting', before]);
      expect(tab.browserActions.serverNow()).toBe(Math.round(serverNow()));
      const reads = requests('/api/order/record');
      tab.tab.fire('focus');
      await passes(0);
      expect(requests('/api/setting/time')).toBe(syncs + 1);
      expect(requests('/api/order/record')).toBe(reads + 1);
      tab.tab.fire('focus');
      await passes(100);
      expect(requests('/api/setting/time')).toBe(syncs + 1);
      expect([tab.paymentOf('O-1'), deadlineAt()]).toEqual(['awaiting', before]);
      expect(tab.browserActions.serverNow()).toBe(Math.round(serverNow()));
      tab.api.reply('/api/order/record', orderAnswer(2));
      tab.tab.fire('focus');
      await tab.until(() => expect(tab.paymentOf('O-1')).toBe('paid'));
      tab.close();
    },
  );
});
