import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { selectCanResume, selectOrderInView, selectWaitingOrders } from '../../machines/signed-in/signed-in.screens.ts';
import { type Reply, stall } from '../support/api/fake-api.ts';
import { createFakeProfile, type FakeProfile } from '../support/browser/fake-browser.ts';
import { atConfirmation, openPortalTab, orderAnswer, type PortalTab } from '../support/browser/portal-tab.ts';

const NOW = 1_760_000_000_250;
const AT_PAYMENT = '/main/recharge?step=payment';
const CREATE = '/api/order/webCreate';

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const playerOf = ({ actor }: PortalTab) => {
  const player = actor.getSnapshot().children.signedIn;
  if (!player) throw new Error('no player is logged in');
  return player;
};
const waitingIn = (tab: PortalTab): readonly string[] => selectWaitingOrders(playerOf(tab).getSnapshot());
const toastsIn = (tab: PortalTab) =>
  tab.actor
    .getSnapshot()
    .children.toasts?.getSnapshot()
    .context.queue.map(({ subject }) => subject);

/** Stores an order in this browser: a deferred order, or an order that was in front. */
const store = (profile: FakeProfile, deferred: boolean) => {
  const ticket = {
    kind: 'order',
    orderId: 'O-1',
    payment: { kind: 'redirect', payUrl: 'https://pay.example/c/1' },
    createdAt: NOW,
    choices: null,
  };
  profile.local.setItem('portal:g1:u-1001:order:O-1', JSON.stringify({ v: 2, data: { ticket, deferred, key: null } }));
};

const confirm = (tab: PortalTab) =>
  tab.sendToRecharge({
    type: 'order.confirm',
    key: tab.browserActions.newKey(),
    windowRef: null,
    at: tab.browserActions.serverNow(),
  });

/** The wizard creates an order while the deferred order waits. */
const creating = async (answer: Reply = stall): Promise<PortalTab> => {
  const profile = createFakeProfile();
  store(profile, true);
  const tab = openPortalTab('/main/recharge', profile);
  await atConfirmation(tab);
  tab.api.reply('/api/order/record', orderAnswer(1));
  tab.api.reply(CREATE, answer);
  confirm(tab);
  await passes(0);
  expect(waitingIn(tab)).toEqual(['O-1']);
  return tab;
};

describe('Continue on another order while one is being created', () => {
  test('changes nothing: the order stays in the banner, and its payment is announced (RCHG-13, RCHG-10)', async () => {
    const tab = await creating();
    expect(selectCanResume(playerOf(tab).getSnapshot(), 'O-1')).toBe(false);
    playerOf(tab).send({ type: 'order.resume', orderId: 'O-1' });
    await passes(0);
    expect(tab.url()).toBe('/main/recharge?step=confirm');
    expect(tab.paymentOf('O-1')).toBe('deferred');
    expect(selectOrderInView(playerOf(tab).getSnapshot())).toBeNull();
    expect(waitingIn(tab)).toEqual(['O-1']);
    tab.api.reply('/api/order/record', orderAnswer(2));
    await tab.until(() => expect(toastsIn(tab)).toContain('orderPaid'));
    tab.close();
  });

  test('works again when the wizard is back at its steps (RCHG-13)', async () => {
    const tab = await creating({ code: 30_003, msg: 'gone' });
    await tab.reaches('/main/recharge?step=item');
    expect(selectCanResume(playerOf(tab).getSnapshot(), 'O-1')).toBe(true);
    playerOf(tab).send({ type: 'order.resume', orderId: 'O-1' });
    await tab.reaches(AT_PAYMENT);
    await tab.until(() => expect(tab.paymentOf('O-1')).toBe('awaiting'));
    expect(waitingIn(tab)).toEqual([]);
    tab.close();
  });

  test('after a reload the order in front stays in the banner while another one is looked up (RCHG-13, RCHG-16, C3)', async () => {
    const first = await creating();
    const { profile } = first;
    first.close();
    store(profile, false);
    const tab = openPortalTab(AT_PAYMENT, profile);
    tab.api.reply('/api/order/record', stall);
    await tab.until(() => expect(tab.paymentOf('O-1')).toBe('deferred'));
    expect(selectOrderInView(playerOf(tab).getSnapshot())).toBeNull();
    expect(waitingIn(tab)).toEqual(['O-1']);
    tab.close();
  });
});
