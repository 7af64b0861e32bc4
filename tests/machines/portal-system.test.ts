import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { selectRechargeScreen } from '../../machines/recharge/recharge.screens.ts';
import { createFakeProfile, type FakeProfile } from '../support/browser/fake-browser.ts';
import { openPortalTab, orderAnswer, orderIn, type PortalTab } from '../support/browser/portal-tab.ts';
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
});
