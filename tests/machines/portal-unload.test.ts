import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WizardEvent } from '../../machines/wizard/wizard.types.ts';
import { CODE } from '../../server/runtime/codes.ts';
import { guardUnload } from '../../src/app/unload.guard.ts';
import { paymentCreateEpoint } from '../../src/contract/epoint-order.contract.ts';
import { orderRecord, orderWebCreate } from '../../src/contract/order.contract.ts';
import { bodyOf, sampleOf } from '../support/api/wire-samples.ts';
import { createFakeProfile, type FakeProfile } from '../support/browser/fake-browser.ts';
import { atConfirmation, openPortalTab, orderAnswer, type PortalTab } from '../support/browser/portal-tab.ts';
import { newGate } from '../support/machines/gate.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_760_000_000_250 }));
afterEach(() => void vi.useRealTimers());

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const open = (url: string, profile?: FakeProfile): PortalTab => {
  const tab = openPortalTab(url, profile);
  guardUnload(tab.tab.browser, tab.actor);
  return tab;
};

/** Whether the browser would ask the player for confirmation if the page were left now. */
const asks = ({ tab }: PortalTab): boolean => {
  const leaving = new Event('beforeunload', { cancelable: true });
  tab.dispatch(leaving);
  return leaving.defaultPrevented;
};

const childrenOf = ({ actor }: PortalTab) => actor.getSnapshot().children.signedIn?.getSnapshot().children;

const sendToEpointRecharge = (tab: PortalTab, event: WizardEvent): void => childrenOf(tab)?.epointRecharge?.send(event);

const confirmationOf = (tab: PortalTab): Extract<WizardEvent, { type: 'order.confirm' }> => ({
  type: 'order.confirm',
  key: tab.browserActions.newKey(),
  windowRef: tab.browserActions.openPaymentWindow(),
  at: tab.browserActions.serverNow(),
});

const EPOINT_URL = '/main/recharge?target=epoint';

const chooseEpoints = async (tab: PortalTab): Promise<void> => {
  await tab.reaches(`${EPOINT_URL}&step=item`);
  sendToEpointRecharge(tab, { type: 'item.pick', itemId: 'epoint.500' });
  await tab.reaches(`${EPOINT_URL}&step=channel`);
  sendToEpointRecharge(tab, { type: 'channel.pick', channelCode: 'card' });
  await tab.reaches(`${EPOINT_URL}&step=confirm`);
};

const WIZARDS = [
  {
    wizard: 'the recharge',
    path: orderWebCreate.path,
    url: '/main/recharge',
    choose: (tab: PortalTab) => atConfirmation(tab),
    confirm: (tab: PortalTab) => tab.sendToRecharge(confirmationOf(tab)),
    paymentUrl: '/main/recharge?step=payment',
    stepOf: (tab: PortalTab) => childrenOf(tab)?.recharge?.getSnapshot(),
  },
  {
    wizard: 'the E Point recharge',
    path: paymentCreateEpoint.path,
    url: EPOINT_URL,
    choose: async (tab: PortalTab) => {
      tab.api.reply(orderRecord.path, { code: 0, result: [], total: 0 });
      await tab.logIn();
      await chooseEpoints(tab);
    },
    confirm: (tab: PortalTab) => sendToEpointRecharge(tab, confirmationOf(tab)),
    paymentUrl: `${EPOINT_URL}&step=payment`,
    stepOf: (tab: PortalTab) => childrenOf(tab)?.epointRecharge?.getSnapshot(),
  },
] as const;

describe.each(WIZARDS)('leaving the page during $wizard', ({ path, url, choose, confirm, paymentUrl, stepOf }) => {
  /** A tab at the confirmation. The test controls the response to the creation. */
  const atCreation = async (profile?: FakeProfile) => {
    const tab = open(url, profile);
    const response = newGate();
    await choose(tab);
    expect(asks(tab)).toBe(false);
    const answerWith = (answer: object | Response) => {
      tab.api.reply(path, async () => {
        await response.passed;
        return answer;
      });
      confirm(tab);
      expect(stepOf(tab)?.matches({ wizard: { ordering: 'creating' } })).toBe(true);
    };
    return { tab, answerWith, respond: response.open };
  };
  const placed = bodyOf(sampleOf(path));

  test('the browser asks while the order is created, but not at the confirmation before it or during the payment after it (C44)', async () => {
    const { tab, answerWith, respond } = await atCreation();
    answerWith(placed);
    expect(asks(tab)).toBe(true);
    await passes(10_000);
    expect(asks(tab)).toBe(true);
    tab.api.reply(orderRecord.path, orderAnswer(1));
    respond();
    await tab.reaches(paymentUrl);
    expect(asks(tab)).toBe(false);
    tab.close();
  });

  test('the browser no longer asks after the order is refused (C44)', async () => {
    const { tab, answerWith, respond } = await atCreation();
    answerWith({ code: CODE.channelClosed, result: null });
    expect(asks(tab)).toBe(true);
    respond();
    await tab.until(() => expect(stepOf(tab)?.matches({ wizard: 'ordering' })).toBe(false));
    expect(asks(tab)).toBe(false);
    tab.close();
  });

  test('while the outcome is uncertain, the browser asks until the order is found, even after a reload (C44)', async () => {
    const profile = createFakeProfile();
    const { tab, answerWith, respond } = await atCreation(profile);
    answerWith(new Response('', { status: 500 }));
    respond();
    await tab.until(() => expect(stepOf(tab)?.matches({ wizard: { ordering: 'uncertain' } })).toBe(true));
    for (let second = 0; second < 60; second += 10) {
      expect([second, asks(tab)]).toEqual([second, true]);
      await passes(10_000);
    }
    tab.close();

    const reloaded = open(url, profile);
    reloaded.api.reply(orderRecord.path, { code: 0, result: [], total: 0 });
    reloaded.api.reply(path, new Response('', { status: 500 }));
    await reloaded.until(() => expect(stepOf(reloaded)?.matches({ wizard: { ordering: 'uncertain' } })).toBe(true));
    expect(asks(reloaded)).toBe(true);
    reloaded.api.reply(path, placed);
    await reloaded.until(() => expect(stepOf(reloaded)?.matches({ wizard: 'paying' })).toBe(true));
    expect(asks(reloaded)).toBe(false);
    reloaded.close();
  });

  test('the browser no longer asks after the session ends (C44)', async () => {
    const { tab, answerWith, respond } = await atCreation();
    answerWith(new Response('', { status: 203 }));
    expect(asks(tab)).toBe(true);
    respond();
    await tab.until(() => expect(tab.url()).toMatch(/^\/login/));
    expect([childrenOf(tab), asks(tab)]).toEqual([undefined, false]);
    tab.close();
  });
});

test('two uncertain orders: the browser asks until both are certain (C44)', async () => {
  const tab = open('/main/recharge');
  const [recharge, points] = [newGate(), newGate()];
  const after = (gate: typeof recharge, path: string) =>
    tab.api.reply(path, async () => {
      await gate.passed;
      return bodyOf(sampleOf(path));
    });
  after(recharge, orderWebCreate.path);
  after(points, paymentCreateEpoint.path);
  await atConfirmation(tab);
  tab.sendToRecharge(confirmationOf(tab));
  tab.actor.send({ type: 'page.open', to: EPOINT_URL });
  await chooseEpoints(tab);
  sendToEpointRecharge(tab, confirmationOf(tab));
  expect(asks(tab)).toBe(true);
  tab.api.reply(orderRecord.path, orderAnswer(1));
  recharge.open();
  await tab.until(() => expect(childrenOf(tab)?.recharge?.getSnapshot().matches({ wizard: 'paying' })).toBe(true));
  expect(asks(tab)).toBe(true);
  points.open();
  await tab.until(() =>
    expect(childrenOf(tab)?.epointRecharge?.getSnapshot().matches({ wizard: 'paying' })).toBe(true),
  );
  expect(asks(tab)).toBe(false);
  tab.close();
});
