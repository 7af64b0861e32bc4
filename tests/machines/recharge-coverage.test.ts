import { beforeEach, expect, test, vi } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { failure } from '../../machines/kernel/failure.ts';
import { draftOf, isReachable, missingForChoices } from '../../machines/recharge/recharge.choices.ts';
import { rechargeMachine } from '../../machines/recharge/recharge.machine.ts';
import { recipientStatusOf } from '../../machines/recharge/recharge.recipient.ts';
import { type RechargeSnapshot, selectRechargeScreen } from '../../machines/recharge/recharge.screens.ts';
import { searchServers } from '../../machines/recharge/servers.list.ts';
import { type ServersState, serversMachine } from '../../machines/recharge/servers.machine.ts';
import { submitOrderMachine } from '../../machines/wizard/submit-order.machine.ts';
import { done, failed, plain, startHarness } from '../support/machines/machine-harness.ts';
import { assertCovered, coverTransitions, mergeCoverage } from '../support/machines/transition-coverage.ts';
import {
  channel,
  choices,
  confirm,
  EMPTY_DRAFT,
  goTo,
  IDS,
  intent,
  item,
  listed,
  SERVERS,
  server,
  ticket,
} from './recharge-harness.ts';

beforeEach(() => void vi.useFakeTimers());

test('every transition of the server list is taken on a real actor (RCHG-01)', async () => {
  assertCovered(
    await coverTransitions(serversMachine, {
      inputs: [undefined],
      events: [
        { type: 'servers.refresh' },
        done('loadCachedServers', SERVERS),
        failed('loadCachedServers', failure('unknownError')),
        done('loadServers', listed(SERVERS)),
        failed('loadServers', failure('offline')),
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
        ...plain('order.retry', 'tab.woke'),
        done('saveIntent'),
        failed('saveIntent', failure('storageRefused')),
        ...['createOrder', 'createOrderAgain'].flatMap((id) => [
          done(id, ticket('o1')),
          failed(id, failure('timedOut', { status: 500 })),
          failed(id, failure('priceChanged', { code: 30_005 })),
          failed(id, failure('stillProcessing', { code: 30_010 })),
          failed(id, failure('priceChanged')),
          failed(id, failure('recipientNeeded')),
          failed(id, failure('forbidden', { status: 403 })),
        ]),
        ...['lookUpOrder', 'lookUpOrderAgain'].flatMap((id) => [
          ...[ticket('o1', null), null].map((found) => done(id, found)),
          ...(['offline', 'priceChanged', 'orderNumberWrong'] as const).map((reason) => failed(id, failure(reason))),
        ]),
        ...plain('xstate.after.watchPause.submitOrder.uncertain.waiting.pausing'),
        ...['backingOff', 'preparing'].map((state) => ({
          type: `xstate.after.backOff.submitOrder.uncertain.${state}`,
        })),
        ...['wakeUps', 'reservedWindow'].map((id) => failed(id, failure('unknownError'))),
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

const SUBMISSION = ['order.uncertain', 'order.rolesMissing', 'order.waiting', 'order.placed', 'order.refused'];
const CHILD_REPORTS = {
  ...{ 'servers.changed': 'serverList', 'coinBalance.changed': 'coinBalance', 'role.reportFailed': 'effects' },
  ...Object.fromEntries(SUBMISSION.map((type) => [type, 'submitOrder'])),
};
const CHILDREN = ['serverList', 'coinBalance', 'effects', 'submitOrder'];
const TWO_ITEMS = listed([item('i1', 499), item('i2', 999)]);

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
    silent: CHILDREN,
    events: [
      ...plain('page.enter', 'step.back', 'package.delivered', 'package.ended'),
      serversChanged('fresh'),
      done('loadItems', TWO_ITEMS),
      done('loadChannels', listed([channel('c1'), channel('epoint')])),
      done('loadChannels', listed([])),
      ...['loadChannels', 'reloadItems'].map((id) => failed(id, failure('timedOut'))),
      ...[12, 900, null].map((balance) => ({ type: 'coinBalance.changed', balance })),
      { type: 'channel.pick', channelCode: 'epoint' },
      goTo('confirm'),
      ...[500, 1].map((points) => ({ type: 'package.confirmed', points })),
      done('createConfirmation', { key: 'k1', at: 1 }),
      failed('createConfirmation', failure('unknownError')),
      confirm('k1', null),
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
      ...plain(
        'page.enter',
        'page.leave',
        'recipient.confirm',
        'order.retry',
        'order.replace',
        'step.back',
        'load.retry',
      ),
      ...plain('notice.dismiss', 'role.reportFailed', 'points.changed', 'order.uncertain', 'order.rolesMissing'),
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
      ...['s1', 's3', 's5'].map((serverId) => ({ type: 'server.pick', serverId })),
      { type: 'role.pick', serverId: 's1', roleId: 'r1' },
      { type: 'role.pick', serverId: 's3', roleId: 'r4' },
      ...['i1', 'i9'].map((itemId) => ({ type: 'item.pick', itemId })),
      ...['c1', 'c9'].map((channelCode) => ({ type: 'channel.pick', channelCode })),
      confirm('k1'),
      { type: 'order.show', ticket: ticket('o2') },
      { type: 'order.resubmit', choices: IDS },
      ...['o1', 'o2'].map((orderId) => ({ type: 'recharge.restart', orderId })),
      ...STEPS.map(goTo),
      ...['loadItems', 'reloadItems'].flatMap((id) => [
        done(id, TWO_ITEMS),
        done(id, listed([])),
        failed(id, failure('timedOut')),
      ]),
      done('loadChannels', listed([channel('c1')])),
      done('loadChannels', listed([])),
      failed('loadChannels', failure('timedOut')),
      ...['loadItems', 'loadChannels'].flatMap((id) =>
        (['roleGone', 'serverMaintenance', 'itemGone'] as const).map((reason) => failed(id, failure(reason))),
      ),
      { type: 'coinBalance.changed', balance: 12 },
      { type: 'order.waiting', failure: failure('timedOut') },
      { type: 'order.placed', ticket: ticket('o1', choices()) },
      ...(['recipientNeeded', 'roleGone', 'serverMaintenance', 'itemGone'] as const).map(refused),
      ...(['channelClosed', 'priceChanged', 'balanceInsufficient'] as const).map(refused),
      { type: 'xstate.after.recheck.recharge.wizard.game.server.maintenance' },
      ...CHILDREN.map((id) => failed(id, failure('unknownError'))),
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
  const names = ['channel', 'confirm', 'creating', 'inactive', 'item', 'payment', 'role', 'server', 'uncertain'];
  expect([...screens].sort()).toEqual(names);
}, 600_000);

test('a crash of the order submission is an uncertain outcome too; the player’s retry looks the order up (RCHG-20)', async () => {
  const harness = startHarness(rechargeMachine, { input: { ...EMPTY_DRAFT, intent: intent('k1') }, silent: CHILDREN });
  await harness.perform({ type: 'page.enter' }, failed('submitOrder', failure('unknownError')));
  const screen = selectRechargeScreen(harness.snapshot());
  expect(screen).toMatchObject({ name: 'uncertain', lookingUp: false, summary: choices() });
  await harness.perform({ type: 'order.retry' });
  const lookUp = { intent: intent('k1'), windowRef: null, resumed: true };
  expect(harness.inputsOf('submitOrder')).toEqual([lookUp, lookUp]);
});
