import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failure } from '../../machines/kernel/failure.ts';
import { signedInMachine } from '../../machines/signed-in/signed-in.machine.ts';
import { startHarness } from '../support/machines/machine-harness.ts';
import { startPortal } from '../support/machines/portal-actor-harness.ts';
import { ada, config, home } from '../support/views/portal-samples.ts';

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

test('the second of two clicks wins (SESS-12)', async () => {
  const harness = await play([click('w1'), click('w2', 'https://game.example/')]);
  expect(harness.inputsOf('openLink').at(-1)).toEqual({
    url: 'https://game.example/',
    windowRef: 'w2',
    gameAccountId: 'g1',
  });
  expect(harness.reports.at(-1)).toEqual({ type: 'link.waiting', url: 'https://game.example/' });
  await harness.perform(done);
  expect(harness.snapshot().context.link).toBeNull();
});

test('a crash while the link opens shows that customer service is not available (SESS-13)', async () => {
  const harness = await play([click('w1'), broken]);
  expect(harness.reports.at(-1)).toEqual({ type: 'toast.add', subject: 'serviceLinkMissing', level: 'error' });
  expect(harness.snapshot().context.link).toBeNull();
});

test('toLink of the root is the pending link, and is cleared with the account (SESS-12, SESS-14)', async () => {
  const harness = startPortal();
  await harness.open('/main/home');
  await harness.answer('loadConfig', config);
  await harness.answer('loadHome', home);
  await harness.answer('restore', ada);
  harness.snapshot().children.signedIn?.send({ type: 'link.open', url: HELP, windowRef: 'w1' });
  await vi.advanceTimersByTimeAsync(0);
  expect(harness.snapshot().context.toLink).toBe(HELP);
  await harness.send({ type: 'http.unauthorized' });
  expect([harness.snapshot().context.account, harness.snapshot().context.toLink]).toEqual([null, null]);
  harness.stop();
});
