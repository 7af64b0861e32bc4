import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failure } from '../../machines/kernel/failure.ts';
import { signedInMachine } from '../../machines/signed-in/signed-in.machine.ts';
import { startHarness } from '../support/machines/machine-harness.ts';
import { ada } from '../support/views/portal-samples.ts';

const HELP = 'https://help.example/';
const click = (windowRef: string, url = HELP) => ({ type: 'link.open', url, windowRef });
const done = { type: 'xstate.done.actor.openLink', output: null };
const broken = { type: 'xstate.error.actor.openLink', error: failure('unknownError') };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const play = async (events: readonly { type: string }[]) => {
  const harness = startHarness(signedInMachine, {
    input: { account: ada.account, page: { name: 'home' } },
    silent: ['payment', 'recharge', 'orderDetail', 'listRoute', 'balance'],
  });
  for (const event of events) await harness.perform(event);
  return harness;
};

test('a link opens with the player’s ticket, and the root knows which one is pending (SESS-12)', async () => {
  const harness = await play([click('w1')]);
  expect(harness.inputsOf('openLink')).toEqual([{ url: HELP, windowRef: 'w1', gameAccountId: 'g1' }]);
  expect(harness.reports).toEqual([{ type: 'link.waiting', url: HELP }]);
  await harness.perform(done);
  expect(harness.reports).toEqual([
    { type: 'link.waiting', url: HELP },
    { type: 'link.waiting', url: null },
  ]);
  expect(harness.snapshot().context.link).toBeNull();
});

test('a crash while the link opens shows that customer service is not available (SESS-13)', async () => {
  const harness = await play([click('w1'), broken]);
  expect(harness.reports.at(-1)).toEqual({ type: 'toast.add', subject: 'serviceLinkMissing', level: 'error' });
  expect(harness.snapshot().context.link).toBeNull();
});
