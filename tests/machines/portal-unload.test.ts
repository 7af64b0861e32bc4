import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CODE } from '../../server/runtime/codes.ts';
import { guardUnload } from '../../src/app/unload.guard.ts';
import { paymentCreateEpoint } from '../../src/contract/epoint.contract.ts';
import { orderRecord, orderWebCreate } from '../../src/contract/order.contract.ts';
import { bodyOf, sampleOf } from '../support/api/fake-api.ts';
import { createFakeProfile, type FakeProfile } from '../support/browser/fake-browser.ts';
import { atConfirmation, openPortalTab, orderAnswer, type PortalTab } from '../support/browser/portal-tab.ts';
import { newGate } from '../support/machines/gate.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_760_000_000_250 }));

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

const EPOINT_URL = '/main/recharge?target=epoint';

const chooseEpoints = async (tab: PortalTab): Promise<void> => {
  await tab.reaches(`${EPOINT_URL}&step=item`);
  tab.sendToShop({ type: 'item.pick', itemId: 'epoint.500' });
  await tab.reaches(`${EPOINT_URL}&step=channel`);
  tab.sendToShop({ type: 'channel.pick', channelCode: 'card' });
  await tab.reaches(`${EPOINT_URL}&step=confirm`);
};

const WIZARDS = [
  {
    wizard: 'the recharge',
    path: orderWebCreate.path,
    url: '/main/recharge',
    choose: (tab: PortalTab) => atConfirmation(tab),
    confirm: (tab: PortalTab) => tab.sendToRecharge(tab.confirmation()),
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
    confirm: (tab: PortalTab) => tab.sendToShop(tab.confirmation()),
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

  test.each<[end: string, answer: object | Response, isOver: (tab: PortalTab) => boolean]>([
    ['exists', placed, (tab) => tab.url() === paymentUrl],
    ['is refused', { code: CODE.channelClosed, result: null }, (tab) => !stepOf(tab)?.matches({ wizard: 'ordering' })],
    ['is not known, because the session ended', new Response('', { status: 203 }), (tab) => !childrenOf(tab)],
  ])('the browser asks while the order is created, not before it or once it %s (C44)', async (_, answer, isOver) => {
    const { tab, answerWith, respond } = await atCreation();
    answerWith(answer);
    await passes(10_000);
    expect(asks(tab)).toBe(true);
    tab.api.reply(orderRecord.path, orderAnswer(1));
    respond();
    await tab.until(() => expect(isOver(tab)).toBe(true));
    expect(asks(tab)).toBe(false);
  });

  test('while the outcome is uncertain, the browser asks until the order is found, even after a reload (C44)', async () => {
    const profile = createFakeProfile();
    const { tab, answerWith, respond } = await atCreation(profile);
    const isIn = (one: PortalTab, wizard: object | string) =>
      one.until(() => expect(stepOf(one)?.matches({ wizard } as never)).toBe(true));
    answerWith(new Response('', { status: 500 }));
    respond();
    await isIn(tab, { ordering: 'uncertain' });
    await passes(50_000);
    expect(asks(tab)).toBe(true);
    tab.close();

    const reloaded = open(url, profile);
    reloaded.api.reply(orderRecord.path, { code: 0, result: [], total: 0 });
    reloaded.api.reply(path, new Response('', { status: 500 }));
    await isIn(reloaded, { ordering: 'uncertain' });
    expect(asks(reloaded)).toBe(true);
    reloaded.api.reply(path, placed);
    await isIn(reloaded, 'paying');
    expect(asks(reloaded)).toBe(false);
  });
});

test('two uncertain orders: the browser asks until both are certain (C44)', async () => {
  const tab = open('/main/recharge');
  const [recharge, points] = [newGate(), newGate()];
  for (const [gate, { path }] of [
    [recharge, orderWebCreate],
    [points, paymentCreateEpoint],
  ] as const)
    tab.api.reply(path, async () => {
      await gate.passed;
      return bodyOf(sampleOf(path));
    });
  const isPaying = (wizard: 'recharge' | 'epointRecharge') =>
    tab.until(() => expect(childrenOf(tab)?.[wizard]?.getSnapshot().matches({ wizard: 'paying' })).toBe(true));
  await atConfirmation(tab);
  tab.sendToRecharge(tab.confirmation());
  tab.actor.send({ type: 'page.open', to: EPOINT_URL });
  await chooseEpoints(tab);
  tab.sendToShop(tab.confirmation());
  expect(asks(tab)).toBe(true);
  tab.api.reply(orderRecord.path, orderAnswer(1));
  recharge.open();
  await isPaying('recharge');
  expect(asks(tab)).toBe(true);
  points.open();
  await isPaying('epointRecharge');
  expect(asks(tab)).toBe(false);
});
