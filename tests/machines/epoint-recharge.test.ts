import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type AnyEventObject, createActor, type EventObject, setup } from 'xstate';
import { completeChoices, isReachable } from '../../machines/epoint-recharge/epoint-recharge.choices.ts';
import {
  type EpointRechargePorts,
  epointRechargeMachine,
  wireEpointRecharge,
} from '../../machines/epoint-recharge/epoint-recharge.machine.ts';
import {
  selectEpointRechargeScreen,
  selectReachableEpointSteps,
  selectSufficientPackage,
  sufficientPackage,
} from '../../machines/epoint-recharge/epoint-recharge.screens.ts';
import type { EpointRechargeInput, PointShop } from '../../machines/epoint-recharge/epoint-recharge.types.ts';
import { type FailureReason, failure } from '../../machines/kernel/failure.ts';
import type { WizardEvent } from '../../machines/wizard/wizard.types.ts';
import { done, failed, startHarness } from '../support/machines/machine-harness.ts';
import { coverScreens } from '../support/machines/transition-coverage.ts';
import { DRAFTED, FRESH, pack, pointIntent, pointTicket, purchase, SHOP, way } from './epoint-recharge-harness.ts';

beforeEach(() => void vi.useFakeTimers());

const enter = { type: 'page.enter' } as const;
const shop = (more: Partial<PointShop> = {}) => done('loadShop', { ...SHOP, ...more });
const noShop = failed('loadShop', failure('timedOut', { status: 500 }));
const pick = (itemId: string) => ({ type: 'item.pick', itemId }) as const;
const payBy = (channelCode: string) => ({ type: 'channel.pick', channelCode }) as const;
const confirm = { type: 'order.confirm', key: 'k1', windowRef: 'w1', at: 1_700_000_000_000 } as const;
const goTo = (step: string) => ({ type: 'step.goto', step });
const back = { type: 'step.back' };
const made = { type: 'order.placed', ticket: pointTicket() };
const refused = (reason: FailureReason) => ({ type: 'order.refused', failure: failure(reason, { code: 30_000 }) });
const again = {
  type: 'order.resubmit',
  choices: { serverId: null, roleId: null, itemId: 'p1', channelCode: 'card' },
};
const CHOSEN = { item: purchase.item, channel: purchase.channel };
const NO_CARD = { channels: [way('card', false)] };
const restart = (orderId = 'o-1') => ({ type: 'recharge.restart', orderId });
const CREDIT = { basic: 500, present: 0, rebate: null, isFirst: false };
const CHILDREN = ['effects', 'submitOrder'];
const ORDER_REPORTS = Object.fromEntries(
  ['uncertain', 'waiting', 'placed', 'refused'].map((report) => [`order.${report}`, 'submitOrder']),
);

const play = async (input: EpointRechargeInput, ...events: readonly EventObject[]) => {
  const harness = startHarness(epointRechargeMachine, { input, listeners: ORDER_REPORTS, silent: CHILDREN });
  const perform = async (...more: readonly AnyEventObject[]) => {
    await harness.perform(...more);
    return selectEpointRechargeScreen(harness.snapshot());
  };
  return { harness, perform, screen: await perform(...events) };
};

test('every transition of the wizard is taken, every state has a screen (EPNT-02, EPNT-03, RCHG-17)', async () => {
  const names = await coverScreens(epointRechargeMachine, {
    inputs: [FRESH, { ...FRESH, intent: pointIntent() }, { ...FRESH, order: pointTicket() }],
    listeners: ORDER_REPORTS,
    silent: ['effects'],
    events: [
      enter,
      { type: 'page.leave' },
      { type: 'shop.load' },
      shop(),
      shop({ packages: [] }),
      noShop,
      pick('p1'),
      pick('p9'),
      payBy('card'),
      payBy('bank'),
      confirm,
      { type: 'order.retry' },
      { type: 'order.replace' },
      back,
      ...['item', 'channel', 'confirm'].map(goTo),
      { type: 'load.retry' },
      { type: 'notice.dismiss' },
      again,
      { type: 'order.show', ticket: pointTicket('o-2') },
      restart(),
      restart('o-2'),
      { type: 'order.uncertain' },
      { type: 'order.waiting', failure: failure('timedOut') },
      made,
      ...(['itemGone', 'channelClosed', 'priceChanged', 'parameterException'] as const).map(refused),
      ...CHILDREN.map((id) => failed(id, failure('unknownError'))),
    ],
    serialize: ({ value, context }) =>
      JSON.stringify([
        value,
        context.item !== null,
        completeChoices(context) !== null,
        ['item', 'channel', 'confirm'].filter((step) => isReachable(context, step as 'item')),
        context.notice !== null,
        context.step,
        context.step === 'payment' && context.order?.orderId,
      ]),
    filter: (snapshot, { type }) => {
      if (type === 'page.leave' || type === 'xstate.error.actor.effects') return snapshot.context.packages.length === 0;
      return !snapshot.matches({ page: 'inactive' }) || type === 'page.enter' || type === 'shop.load';
    },
    limit: 100_000,
    screen: selectEpointRechargeScreen,
  });
  const steps = [
    'channel',
    'confirm',
    'creating',
    'empty',
    'failed',
    'inactive',
    'item',
    'loading',
    'payment',
    'uncertain',
  ];
  expect(names).toEqual(steps);
});

describe('choosing', () => {
  test('nothing is loaded before the player enters the page; then packages with bonus and rebate (EPNT-02)', async () => {
    const { harness, perform, screen } = await play(FRESH);
    expect([screen.name, harness.isRunning('loadShop')]).toEqual(['inactive', false]);
    expect(await perform(enter)).toEqual({ name: 'loading' });
    expect(await perform(shop())).toMatchObject({ name: 'item', packages: SHOP.packages, rebateFailure: null });
  });

  test('for choices that lack E Points the packages are loaded before the player comes, and the smallest that is enough is offered (EPNT-04)', async () => {
    const { harness, perform } = await play(FRESH, { type: 'shop.load' });
    expect(selectSufficientPackage(harness.snapshot(), 100)).toBeNull();
    const small = { ...pack('p3', 99), credit: { ...CREDIT, basic: 90 } };
    expect(await perform(shop({ packages: [...SHOP.packages, small] }))).toEqual({ name: 'inactive' });
    const offered = (missing: number) => selectSufficientPackage(harness.snapshot(), missing)?.item.itemId ?? null;
    expect([offered(0), offered(90), offered(91), offered(9_999)]).toEqual([null, 'p3', 'p1', null]);
    expect(selectSufficientPackage(harness.snapshot(), 90)?.channel.fieldKey).toBe('card');
  });

  test('the smallest package that brings the missing points is enough for the order (EPNT-04)', () => {
    const sized = (itemId: string, basic: number) => ({ ...pack(itemId), credit: { ...CREDIT, basic } });
    const packages = [sized('large', 5_000), sized('small', 500), sized('exact', 1_648), sized('fits', 2_000)];
    const enough = [0, 1_648, 1_649, 5_001].map((missing) => sufficientPackage(packages, missing)?.itemId ?? null);
    expect(enough).toEqual([null, 'exact', 'fits', null]);
  });

  test('each choice is saved (RCHG-16)', async () => {
    const { harness } = await play(FRESH, enter, shop(), pick('p1'), payBy('card'));
    expect(harness.sentTo('effects')).toEqual([
      { type: 'draft.save', draft: { itemId: 'p1', channelCode: null } },
      { type: 'draft.save', draft: { itemId: 'p1', channelCode: 'card' } },
    ]);
  });

  test('packages that fail to load have a retry; without rebates the shop still works (EPNT-02, ERRS-06)', async () => {
    const { perform } = await play(FRESH, enter, noShop);
    expect(await perform()).toMatchObject({ name: 'failed', failure: { reason: 'timedOut' } });
    expect(await perform({ type: 'load.retry' })).toEqual({ name: 'loading' });
    const rebateFailure = failure('offline');
    expect(await perform(shop({ rebateFailure }))).toMatchObject({ name: 'item', rebateFailure });
    expect((await play(FRESH, enter, shop({ packages: [] }))).screen).toEqual({ name: 'empty' });
  });

  test('each step has its URL; a wrong one is replaced by the right one (ROUTE-07, RCHG-15)', async () => {
    const { harness, perform } = await play(FRESH, enter, shop(), pick('p1'), payBy('card'));
    const step = (name: string, replace: boolean) => ({ type: 'step.entered', target: 'epoint', step: name, replace });
    expect(harness.reports).toEqual([step('item', true), step('channel', false), step('confirm', false)]);
    expect(selectReachableEpointSteps(harness.snapshot())).toEqual(['item', 'channel']);
    await perform(goTo('payment'));
    expect(harness.reports.at(-1)).toEqual(step('confirm', true));
    expect((await perform(goTo('item'))).name).toBe('item');
    expect((await perform(goTo('confirm'))).name).toBe('confirm');
    expect((await perform(back)).name).toBe('channel');
  });

  test.each([
    { what: 'all choices', given: {}, screen: { name: 'confirm', summary: CHOSEN, notice: null } },
    { what: 'a closed channel', given: NO_CARD, screen: { name: 'channel', notice: { kind: 'channel-closed' } } },
    { what: 'no package', given: { packages: [pack('p2')] }, screen: { name: 'item', notice: { kind: 'item-gone' } } },
  ])('a reload continues with the choices that are still available: $what (RCHG-16)', async ({ given, screen }) => {
    expect((await play(DRAFTED, enter, shop(given))).screen).toMatchObject(screen);
  });
});

describe('ordering', () => {
  const TO_CONFIRM = [enter, shop(), pick('p1'), payBy('card')] as const;

  test('an intent of an earlier visit is looked up first, and can be replaced (RCHG-20, RCHG-16)', async () => {
    const { harness, perform, screen } = await play({ ...FRESH, intent: pointIntent() }, enter);
    expect(harness.inputsOf('submitOrder')).toEqual([{ intent: pointIntent(), windowRef: null, resumed: true }]);
    expect(screen).toMatchObject({ name: 'uncertain', lookingUp: true });
    expect(await perform({ type: 'order.waiting', failure: null })).toMatchObject({
      name: 'uncertain',
      lookingUp: false,
    });
    await perform({ type: 'order.retry' });
    expect(harness.sentTo('submitOrder')).toEqual([{ type: 'order.retry' }]);
    await perform({ type: 'order.uncertain' }, { type: 'order.waiting', failure: null }, { type: 'order.replace' });
    expect(harness.sentTo('effects')).toEqual([{ type: 'intent.delete', key: 'k1' }]);
    expect(harness.reports).toEqual([
      { type: 'step.entered', target: 'epoint', step: 'confirm', replace: true },
      { type: 'order.replaced' },
    ]);
    expect(harness.snapshot().context.unconfirmed).toEqual(pointIntent().choices);
  });

  test.each([
    { what: 'the price', packages: [pack('p1', 599)], notice: { kind: 'price-changed', wasMinor: 499, isMinor: 599 } },
    { what: 'the bonus', packages: [pack('p1', 499, 0)], notice: { kind: 'credit-changed', was: 775, is: 525 } },
  ])('$what has changed: old and new are shown and confirmed again (RCHG-21, C32)', async ({ packages, notice }) => {
    const { perform } = await play(FRESH, ...TO_CONFIRM, confirm, refused('priceChanged'));
    expect(await perform(shop({ packages }))).toMatchObject({ name: 'confirm', notice });
  });

  test('a closed channel is chosen again and the package stays; a package that is gone leaves the channel (RCHG-21, C33)', async () => {
    const closed = await play(FRESH, ...TO_CONFIRM, confirm, refused('channelClosed'));
    const summary = { item: { itemId: 'p1' } };
    expect(await closed.perform(shop())).toMatchObject({
      name: 'channel',
      notice: { kind: 'channel-closed' },
      summary,
    });
    const gone = await play(FRESH, ...TO_CONFIRM, confirm, refused('itemGone'));
    const notice = { kind: 'item-gone' };
    expect(await gone.perform(shop({ packages: [pack('p2')] }))).toMatchObject({ name: 'item', notice });
    expect(await gone.perform(pick('p2'))).toMatchObject({ name: 'channel' });
  });

  test.each([back, goTo('item'), goTo('channel'), { type: 'notice.dismiss' }])(
    'a notice disappears when the player moves: %j (RCHG-21)',
    async (move) => {
      const { harness, perform } = await play(FRESH, ...TO_CONFIRM, confirm, refused('parameterException'));
      expect(harness.snapshot().context.notice).not.toBeNull();
      await perform(move);
      expect(harness.snapshot().context.notice).toBeNull();
      const closed = await play(DRAFTED, enter, shop(NO_CARD), back);
      expect(closed.screen).toMatchObject({ name: 'item', notice: null });
    },
  );

  test('a failed purchase is resubmitted with the same choices at the current price (RCHG-14)', async () => {
    const { harness, perform } = await play({ ...FRESH, order: pointTicket() }, enter, again);
    const draft = { itemId: 'p1', channelCode: 'card' };
    expect(harness.sentTo('effects')).toEqual([{ type: 'draft.save', draft }]);
    const notice = { kind: 'price-changed', wasMinor: 499, isMinor: 599 };
    expect(await perform(shop({ packages: [pack('p1', 599)] }))).toMatchObject({ name: 'confirm', notice });
  });

  test('after a purchase the shop starts with no choices (EPNT-02)', async () => {
    const { harness, perform } = await play({ ...FRESH, order: pointTicket() }, enter, restart());
    expect(harness.sentTo('effects')).toEqual([{ type: 'draft.save', draft: null }]);
    expect(await perform(shop())).toMatchObject({ name: 'item', summary: { item: null, channel: null } });
  });

  test('the end of a different order does not restart the shop (RCHG-13)', async () => {
    const { screen } = await play({ ...FRESH, order: pointTicket() }, enter, restart('o-2'));
    expect(screen).toMatchObject({ name: 'payment', ticket: { orderId: 'o-1' } });
  });
});

const startWired = (input: EpointRechargeInput, over: Partial<EpointRechargePorts> = {}) => {
  const calls: [string, unknown][] = [];
  const note =
    <T>(name: string, answer: T) =>
    async (input: unknown): Promise<T> => {
      calls.push([name, input]);
      return answer;
    };
  const ports: EpointRechargePorts = {
    loadShop: note('loadShop', SHOP),
    saveEpointRechargeDraft: note('saveEpointRechargeDraft', undefined),
    deleteIntent: async ({ key }) => {
      calls.push(['deleteIntent', { key }]);
      throw failure('systemBusy');
    },
    saveIntent: note('saveIntent', undefined),
    createOrder: note('createOrder', pointTicket()),
    lookUpOrder: note('lookUpOrder', null),
    closeWindow: note('closeWindow', undefined),
    wakeUps: () => () => {},
    ...over,
  };
  const reports: EventObject[] = [];
  const host = createActor(
    setup({ actors: { epointRecharge: wireEpointRecharge(ports) } }).createMachine({
      invoke: { id: 'epointRecharge', src: 'epointRecharge', input },
      on: { '*': { actions: ({ event }) => reports.push(event) } },
    }),
  ).start();
  const send = async (...events: readonly WizardEvent[]): Promise<void> => {
    for (const event of events) {
      host.getSnapshot().children['epointRecharge']?.send(event);
      await vi.advanceTimersByTimeAsync(0);
    }
  };
  return { calls, reports, send, stop: () => host.stop() };
};

test('the wired wizard stores the intent before it creates the order, and runs its effects (EPNT-03, RCHG-10)', async () => {
  const { calls, reports, send, stop } = startWired(FRESH);
  await send(enter, pick('p1'), payBy('card'), confirm);
  const draft = 'saveEpointRechargeDraft';
  const order = ['loadShop', draft, draft, 'saveIntent', 'createOrder', draft, 'deleteIntent'];
  expect(calls.map(([name]) => name)).toEqual(order);
  expect(calls).toContainEqual(['saveEpointRechargeDraft', { draft: { itemId: 'p1', channelCode: 'card' } }]);
  expect(calls.at(-1)).toEqual(['deleteIntent', { key: 'k1' }]);
  expect(reports.at(-1)).toMatchObject({ type: 'step.entered', step: 'payment' });
  expect(reports).toContainEqual({ type: 'order.created', ticket: pointTicket(), windowRef: 'w1' });
  stop();
});

test('an old confirmation of E Points without an order is not sent again (RCHG-16, RCHG-20, EPNT-03)', async () => {
  const lookUpOrder = async () => Promise.reject(failure('orderNumberWrong'));
  const { calls, reports, send, stop } = startWired({ ...FRESH, intent: pointIntent() }, { lookUpOrder });
  await send(enter);
  expect(calls.map(([name]) => name)).toEqual(['deleteIntent', 'loadShop']);
  expect(reports.at(-1)).toMatchObject({ type: 'step.entered', step: 'confirm' });
  stop();
});
