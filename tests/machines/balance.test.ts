import { beforeEach, expect, test, vi } from 'vitest';
import { balanceMachine } from '../../machines/balance/balance.machine.ts';
import { type BalanceScreen, selectBalanceScreen } from '../../machines/balance/balance.screens.ts';
import { coinBalanceMachine } from '../../machines/balance/coin-balance.machine.ts';
import { failure } from '../../machines/kernel/failure.ts';
import { done, failed, startHarness } from '../support/machines/machine-harness.ts';
import { assertCovered, coverScreens, coverTransitions } from '../support/machines/transition-coverage.ts';

const input = { gameAccountId: 'ga-7' };
const loaded = done('loadBalance', { basic: 120, present: 30, total: 150 });
const less = done('loadBalance', { basic: 20, present: 30, total: 50 });
const refused = failed('loadBalance', failure('systemBusy'));
const refresh = { type: 'balance.refresh' };

beforeEach(() => void vi.useFakeTimers());

const screensOf = async (events: readonly { type: string }[]) => {
  const harness = startHarness(balanceMachine, { input });
  const screens: BalanceScreen[] = [selectBalanceScreen(harness.snapshot())];
  for (const event of events) {
    await harness.perform(event);
    screens.push(selectBalanceScreen(harness.snapshot()));
  }
  return { harness, screens };
};

test('every transition is taken, every state has a screen (EPNT-01)', async () => {
  const names = await coverScreens(balanceMachine, {
    inputs: [input],
    events: [loaded, refused, refresh],
    screen: selectBalanceScreen,
  });
  expect(names).toEqual(['failed', 'loading', 'ready']);
});

test('a failure is reported each time, the last number stays, a refresh tries again (EPNT-01)', async () => {
  const { harness, screens } = await screensOf([refused, refresh, loaded, refresh, refused, refresh]);
  expect(screens.slice(1)).toEqual([
    { name: 'failed', total: null },
    { name: 'loading' },
    { name: 'ready', total: 150, basic: 120, present: 30 },
    { name: 'ready', total: 150, basic: 120, present: 30 },
    { name: 'failed', total: 150 },
    { name: 'ready', total: 150, basic: 120, present: 30 },
  ]);
  expect(harness.reports).toEqual([
    { type: 'balance.failed', failure: refused.error },
    { type: 'balance.failed', failure: refused.error },
  ]);
});

test('a refresh during a load starts a new load and drops the older response (EPNT-01)', async () => {
  const { harness } = await screensOf([refresh]);
  expect(harness.inputsOf('loadBalance')).toHaveLength(2);
  await harness.perform(less);
  expect(selectBalanceScreen(harness.snapshot())).toEqual({ name: 'ready', total: 50, basic: 20, present: 30 });
});

test('every transition of the coin balance is taken (EPNT-05)', async () => {
  assertCovered(
    await coverTransitions(coinBalanceMachine, {
      inputs: [undefined],
      events: [
        { type: 'coinBalance.refresh' },
        done('loadCoinBalance', 12),
        failed('loadCoinBalance', failure('offline')),
      ],
    }),
  );
});
