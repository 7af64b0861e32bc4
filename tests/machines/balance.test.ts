import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { balanceMachine } from '../../machines/balance/balance.machine.ts';
import { wireBalance } from '../../machines/balance/balance.ports.ts';
import { type BalanceScreen, selectBalanceScreen } from '../../machines/balance/balance.screens.ts';
import { failure } from '../../machines/kernel/failure.ts';
import { startRig } from '../support/machine-harness.ts';
import { assertCovered, coverTransitions } from '../support/transition-coverage.ts';

const input = { gameAccountId: 'ga-7' };
const read = { type: 'xstate.done.actor.loadBalance', output: { basic: 120, present: 30, total: 150 } };
const less = { type: 'xstate.done.actor.loadBalance', output: { basic: 20, present: 30, total: 50 } };
const refused = { type: 'xstate.error.actor.loadBalance', error: failure('systemBusy') };
const refresh = { type: 'balance.refresh' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const screensOf = async (events: readonly { type: string }[]) => {
  const rig = startRig(balanceMachine, { input });
  const screens: BalanceScreen[] = [selectBalanceScreen(rig.snapshot())];
  for (const event of events) {
    await rig.perform(event);
    screens.push(selectBalanceScreen(rig.snapshot()));
  }
  return { rig, screens };
};

test('EPNT-01 · every transition is taken, every state has a screen', async () => {
  const names = new Set<string>();
  assertCovered(
    await coverTransitions(balanceMachine, {
      inputs: [input],
      events: [read, refused, refresh],
      visit: (snapshot) => names.add(selectBalanceScreen(snapshot).name),
    }),
  );
  expect([...names].sort()).toEqual(['failed', 'loading', 'ready']);
});

test('EPNT-01 · asks for the game account, shows basic plus present, keeps the number while it is read again', async () => {
  const { rig, screens } = await screensOf([read, refresh, less]);
  expect(rig.inputsOf('loadBalance')).toEqual([input, input]);
  expect(screens).toEqual([
    { name: 'loading' },
    { name: 'ready', total: 150, basic: 120, present: 30 },
    { name: 'ready', total: 150, basic: 120, present: 30 },
    { name: 'ready', total: 50, basic: 20, present: 30 },
  ]);
});

test('EPNT-01 · a failure is reported each time, the last number stays, a refresh tries again', async () => {
  const { rig, screens } = await screensOf([refused, refresh, read, refresh, refused, refresh]);
  expect(screens.slice(1)).toEqual([
    { name: 'failed', total: null },
    { name: 'loading' },
    { name: 'ready', total: 150, basic: 120, present: 30 },
    { name: 'ready', total: 150, basic: 120, present: 30 },
    { name: 'failed', total: 150 },
    { name: 'ready', total: 150, basic: 120, present: 30 },
  ]);
  expect(rig.reports).toEqual([
    { type: 'balance.failed', failure: refused.error },
    { type: 'balance.failed', failure: refused.error },
  ]);
});

test('EPNT-01 · a refresh while the balance is read asks anew, the older answer is dropped', async () => {
  const { rig } = await screensOf([refresh]);
  expect(rig.inputsOf('loadBalance')).toHaveLength(2);
  await rig.perform(less);
  expect(selectBalanceScreen(rig.snapshot())).toEqual({ name: 'ready', total: 50, basic: 20, present: 30 });
});

test('EPNT-01 · wired, the port is asked and its signal ends with the actor', () => {
  const asked: AbortSignal[] = [];
  const wired = wireBalance({
    loadBalance: (given, signal) => {
      expect(given).toEqual(input);
      asked.push(signal);
      return new Promise(() => undefined);
    },
  });
  const actor = createActor(wired, { input }).start();
  expect(asked.map(({ aborted }) => aborted)).toEqual([false]);
  actor.stop();
  expect(asked.map(({ aborted }) => aborted)).toEqual([true]);
});
