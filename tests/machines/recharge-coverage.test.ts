import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { failure } from '../../machines/kernel/failure.ts';
import { draftOf, isReachable, missingForChoices } from '../../machines/recharge/recharge.choices.ts';
import { rechargeMachine } from '../../machines/recharge/recharge.machine.ts';
import { recipientStatusOf } from '../../machines/recharge/recharge.recipient.ts';
import { type RechargeSnapshot, selectRechargeScreen } from '../../machines/recharge/recharge.screens.ts';
import { searchServers } from '../../machines/recharge/servers.list.ts';
import { type ServersState, serversMachine } from '../../machines/recharge/servers.machine.ts';
import { submitOrderMachine } from '../../machines/wizard/submit-order.machine.ts';
import { startHarness } from '../support/machines/machine-harness.ts';
import { assertCovered, coverTransitions, mergeCoverage } from '../support/machines/transition-coverage.ts';
import { channel, choices, EMPTY_DRAFT, intent, item, listed, SERVERS, server, ticket } from './recharge-harness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('every transition of the server list is taken on a real actor (RCHG-01)', async () => {
  assertCovered(
    await coverTransitions(serversMachine, {
      inputs: [undefined],
      events: [
        { type: 'servers.refresh' },
        { type: 'xstate.done.actor.loadCachedServers', output: SERVERS },
        { type: 'xstate.error.actor.loadCachedServers', error: failure('unknownError') },
        { type: 'xstate.done.actor.loadServers', output: listed(SERVERS) },
        { type: 'xstate.error.actor.loadServers', error: failure('offline') },
      ],
    }),
  );
});

test('every transition of the order submission is taken on a real actor (RCHG-20)', async () => {
  const order = { intent: intent('k1'), windowRef: 'w1' };
  assertCovered(
    await coverTransitions(submitOrderMachine, {
      inputs: [
        { ...order, resumed: false },
        { ...order, resumed: true },
      ],
      silent: ['reservedWindow'],
      listeners: { 'tab.woke': 'wakeUps' },
      events: [
        { type: 'order.retry' },
        { type: 'tab.woke' },
        { type: 'xstate.done.actor.saveIntent' },
        { type: 'xstate.error.actor.saveIntent', error: failure('storageRefused') },
        ...['createOrder', 'createOrderAgain'].flatMap((id) => [
          { type: `xstate.done.actor.${id}`, output: ticket('o1') },
          { type: `xstate.error.actor.${id}`, error: failure('timedOut', { status: 500 }) },
          { type: `xstate.error.actor.${id}`, error: failure('priceChanged', { code: 30_005 }) },
          { type: `xstate.error.actor.${id}`, error: failure('stillProcessing', { code: 30_010 }) },
          { type: `xstate.error.actor.${id}`, error: failure('priceChanged') },
          { type: `xstate.error.actor.${id}`, error: failure('recipientNeeded') },
          { type: `xstate.error.actor.${id}`, error: failure('forbidden', { status: 403 }) },
        ]),
        ...['lookUpOrder', 'lookUpOrderAgain'].flatMap((id) => [
          { type: `xstate.done.actor.${id}`, output: ticket('o1', null) },
          { type: `xstate.done.actor.${id}`, output: null },
          { type: `xstate.error.actor.${id}`, error: failure('offline', { status: 500 }) },
          { type: `xstate.error.actor.${id}`, error: failure('priceChanged') },
          { type: `xstate.error.actor.${id}`, error: failure('orderNumberWrong') },
        ]),
        { type: 'xstate.after.watchPause.submitOrder.uncertain.waiting.pausing' },
        { type: 'xstate.error.actor.wakeUps', error: failure('unknownError') },
        { type: 'xstate.after.backOff.submitOrder.uncertain.backingOff' },
        { type: 'xstate.after.backOff.submitOrder.uncertain.preparing' },
        { type: 'xstate.error.actor.reservedWindow', error: failure('unknownError') },
      ],
      serialize: ({ value, context }) => JSON.stringify([value, Math.min(context.attempts, 3)]),
    }),
  );
});

const STEPS = ['server', 'role', 'item', 'channel', 'confirm'] as const;

/** These servers make the list long enough for a search. */
const WITHOUT_ROLES = Array.from({ length: 10 }, (_, at) => server(`t${at}`, []));

const serversChanged = (
  state: ServersState,
  servers = [server('s1', ['r1', 'r2']), server('s5', ['r5']), server('s3', ['r4'], 1), ...WITHOUT_ROLES],
): AnyEventObject => ({
  type: 'servers.changed',
  unread: [],
  state,
  servers,
  failure: state === 'failed' ? failure('offline') : null,
});

const refused = (reason: Parameters<typeof failure>[0]): AnyEventObject => ({
  type: 'order.refused',
  failure: failure(reason, { code: 30_000 }),
});

const CHILD_REPORTS = {
  'servers.changed': 'serverList',
  'coinBalance.changed': 'coinBalance',
  'role.reportFailed': 'effects',
  'order.uncertain': 'submitOrder',
  'order.rolesMissing': 'submitOrder',
  'order.waiting': 'submitOrder',
  'order.placed': 'submitOrder',
  'order.refused': 'submitOrder',
};

/** The state and the values that guards read. */
const keyOf = ({ value, context: c }: RechargeSnapshot): string =>
  JSON.stringify([
    value,
    c.servers.length > 0,
    c.serversState,
    recipientStatusOf(c.servers, c),
    recipientStatusOf(c.servers, draftOf(c)),
    draftOf(c).itemId,
    draftOf(c).channelCode,
    STEPS.filter((step) => isReachable(c, step)),
    c.notice !== null,
    c.step,
    c.step === 'payment' && c.order?.orderId,
    c.suggestedItemId,
    missingForChoices(c) > 0,
  ]);

/** The wizard of a player whose last order is suggested. */
const suggested = () =>
  coverTransitions(rechargeMachine, {
    inputs: ['c1', 'epoint'].map((channelCode) => ({
      ...EMPTY_DRAFT,
      memory: { serverId: 's1', roleId: 'r1', channelCode, itemId: 'i1' },
    })),
    listeners: CHILD_REPORTS,
    silent: ['serverList', 'coinBalance', 'effects', 'submitOrder'],
    events: [
      { type: 'page.enter' },
      serversChanged('fresh'),
      { type: 'xstate.done.actor.loadItems', output: listed([item('i1', 499), item('i2', 999)]) },
      { type: 'xstate.done.actor.loadChannels', output: listed([channel('c1'), channel('epoint')]) },
      { type: 'xstate.done.actor.loadChannels', output: listed([]) },
      { type: 'xstate.error.actor.loadChannels', error: failure('timedOut') },
      { type: 'coinBalance.changed', balance: 12 },
      { type: 'coinBalance.changed', balance: 900 },
      { type: 'coinBalance.changed', balance: null },
      { type: 'channel.pick', channelCode: 'epoint' },
      { type: 'step.goto', step: 'confirm' },
      { type: 'step.back' },
      { type: 'xstate.error.actor.reloadItems', error: failure('timedOut') },
      { type: 'package.confirmed', points: 500 },
      { type: 'package.confirmed', points: 1 },
      { type: 'package.delivered' },
      { type: 'package.ended' },
      { type: 'xstate.done.actor.createConfirmation', output: { key: 'k1', at: 1 } },
      { type: 'xstate.error.actor.createConfirmation', error: failure('unknownError') },
      { type: 'order.confirm', key: 'k1', windowRef: null, at: 1 },
      refused('balanceInsufficient'),
    ],
    serialize: keyOf,
  });

test('every transition of the wizard is taken on a real actor, and every state has its screen (RCHG-17)', async () => {
  const screens = new Set<string>();
  const coverage = await coverTransitions(rechargeMachine, {
    inputs: [EMPTY_DRAFT, { ...EMPTY_DRAFT, intent: intent('k1') }],
    extraPaths: [{ input: { ...EMPTY_DRAFT, order: ticket('o1') }, events: [] }],
    listeners: CHILD_REPORTS,
    events: [
      { type: 'page.enter' },
      { type: 'page.leave' },
      serversChanged('loading', []),
      serversChanged('fresh'),
      serversChanged('fresh', []),
      serversChanged('fresh', [server('s9', [])]),
      serversChanged('fresh', [server('s1', [])]),
      serversChanged('fresh', [server('s1', ['r2'])]),
      serversChanged('fresh', [server('s1', ['r1'], 1)]),
      serversChanged('failed', []),
      searchServers('s1'),
      { type: 'servers.show', scope: 'all' },
      { type: 'server.pick', serverId: 's1' },
      { type: 'server.pick', serverId: 's3' },
      { type: 'server.pick', serverId: 's5' },
      { type: 'role.pick', serverId: 's1', roleId: 'r1' },
      { type: 'role.pick', serverId: 's3', roleId: 'r4' },
      { type: 'recipient.confirm' },
      { type: 'item.pick', itemId: 'i1' },
      { type: 'item.pick', itemId: 'i9' },
      { type: 'channel.pick', channelCode: 'c1' },
      { type: 'channel.pick', channelCode: 'c9' },
      { type: 'order.confirm', key: 'k1', windowRef: 'w1', at: 1 },
      { type: 'order.retry' },
      { type: 'order.replace' },
      { type: 'order.show', ticket: ticket('o2') },
      { type: 'order.resubmit', choices: { serverId: 's1', roleId: 'r1', itemId: 'i1', channelCode: 'c1' } },
      { type: 'recharge.restart', orderId: 'o1' },
      { type: 'recharge.restart', orderId: 'o2' },
      { type: 'step.back' },
      ...STEPS.map((step) => ({ type: 'step.goto', step })),
      { type: 'load.retry' },
      { type: 'notice.dismiss' },
      { type: 'role.reportFailed' },
      ...['loadItems', 'reloadItems'].flatMap((id) => [
        { type: `xstate.done.actor.${id}`, output: listed([item('i1', 499), item('i2', 999)]) },
        { type: `xstate.done.actor.${id}`, output: listed([]) },
        { type: `xstate.error.actor.${id}`, error: failure('timedOut') },
      ]),
      { type: 'xstate.error.actor.loadItems', error: failure('roleGone') },
      { type: 'xstate.error.actor.loadItems', error: failure('serverMaintenance') },
      { type: 'xstate.error.actor.loadItems', error: failure('itemGone') },
      { type: 'xstate.done.actor.loadChannels', output: listed([channel('c1')]) },
      { type: 'xstate.done.actor.loadChannels', output: listed([]) },
      { type: 'xstate.error.actor.loadChannels', error: failure('timedOut') },
      { type: 'xstate.error.actor.loadChannels', error: failure('itemGone') },
      { type: 'xstate.error.actor.loadChannels', error: failure('roleGone') },
      { type: 'xstate.error.actor.loadChannels', error: failure('serverMaintenance') },
      { type: 'points.changed' },
      { type: 'coinBalance.changed', balance: 12 },
      { type: 'order.uncertain' },
      { type: 'order.waiting', failure: failure('timedOut') },
      { type: 'order.rolesMissing' },
      { type: 'order.placed', ticket: ticket('o1', choices()) },
      ...(
        [
          'recipientNeeded',
          'roleGone',
          'serverMaintenance',
          'itemGone',
          'channelClosed',
          'priceChanged',
          'balanceInsufficient',
        ] as const
      ).map(refused),
      { type: 'xstate.after.recheck.recharge.wizard.game.server.maintenance' },
      ...['serverList', 'effects', 'coinBalance', 'submitOrder'].map((id) => ({
        type: `xstate.error.actor.${id}`,
        error: failure('unknownError'),
      })),
    ],
    serialize: keyOf,
    filter: (snapshot, { type }) => {
      const { context } = snapshot;
      if (
        type === 'page.leave' ||
        /error.*(?:serverList|effects|coinBalance)|reportFailed|coinBalance|points/.test(type)
      )
        return context.servers.length === 0;
      if (type === 'xstate.error.actor.submitOrder') return snapshot.matches({ wizard: { ordering: 'creating' } });
      if (type === 'page.enter') return context.serversState === 'idle';
      return !snapshot.matches({ page: 'inactive' }) || !!context.intent;
    },
    limit: 200_000,
    visit: (snapshot) => void screens.add(selectRechargeScreen(snapshot).name),
  });
  assertCovered(mergeCoverage([coverage, await suggested()]));
  expect([...screens].sort()).toEqual(
    ['channel', 'confirm', 'creating', 'inactive', 'item', 'payment', 'role', 'server', 'uncertain'].sort(),
  );
}, 600_000);

test('a crash of the order submission is an uncertain outcome too; the player’s retry looks the order up (RCHG-20)', async () => {
  const harness = startHarness(rechargeMachine, {
    input: { ...EMPTY_DRAFT, intent: intent('k1') },
    silent: ['serverList', 'effects', 'coinBalance', 'submitOrder'],
  });
  const crash: AnyEventObject = { type: 'xstate.error.actor.submitOrder', error: failure('unknownError') };
  await harness.perform({ type: 'page.enter' });
  await harness.perform(crash);
  expect(selectRechargeScreen(harness.snapshot())).toMatchObject({
    name: 'uncertain',
    lookingUp: false,
    summary: choices(),
  });
  await harness.perform({ type: 'order.retry' });
  expect(harness.inputsOf('submitOrder')).toEqual(
    Array(2).fill({ intent: intent('k1'), windowRef: null, resumed: true }),
  );
  harness.stop();
});
