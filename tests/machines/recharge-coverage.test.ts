import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { failure } from '../../machines/kernel/failure.ts';
import { orderingMachine } from '../../machines/ordering/ordering.machine.ts';
import { isReachable, wishOf } from '../../machines/recharge/recharge.choices.ts';
import { rechargeMachine } from '../../machines/recharge/recharge.machine.ts';
import { standingOf } from '../../machines/recharge/recharge.recipient.ts';
import { selectRechargeScreen } from '../../machines/recharge/recharge.screens.ts';
import { rosterMachine } from '../../machines/recharge/roster.machine.ts';
import type { RosterState } from '../../machines/recharge/roster.types.ts';
import { startRig } from '../support/machine-rig.ts';
import { assertCovered, coverTransitions } from '../support/transition-coverage.ts';
import { channel, choices, intent, item, NOTHING, SERVERS, server, ticket } from './recharge-world.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('RCHG-01 every transition of the roster is taken on a real actor', async () => {
  assertCovered(
    await coverTransitions(rosterMachine, {
      inputs: [undefined],
      events: [
        { type: 'roster.refresh' },
        { type: 'xstate.done.actor.readCachedServers', output: SERVERS },
        { type: 'xstate.error.actor.readCachedServers', error: failure('unknownError') },
        { type: 'xstate.done.actor.loadServers', output: SERVERS },
        { type: 'xstate.error.actor.loadServers', error: failure('offline') },
      ],
    }),
  );
});

test('RCHG-20 every transition of the making of an order is taken on a real actor', async () => {
  const asked = { intent: intent('k1'), windowRef: 'w1' };
  assertCovered(
    await coverTransitions(orderingMachine, {
      inputs: [
        { ...asked, resumed: false },
        { ...asked, resumed: true },
      ],
      silent: ['heldWindow'],
      events: [
        { type: 'order.retry' },
        { type: 'xstate.done.actor.saveIntent' },
        { type: 'xstate.error.actor.saveIntent', error: failure('systemBusy') },
        ...['createOrder', 'repeatOrder'].flatMap((id) => [
          { type: `xstate.done.actor.${id}`, output: ticket('o1') },
          { type: `xstate.error.actor.${id}`, error: failure('timedOut', { status: 500 }) },
          { type: `xstate.error.actor.${id}`, error: failure('priceChanged', { code: 30_005 }) },
          { type: `xstate.error.actor.${id}`, error: failure('recipientNeeded') },
        ]),
        { type: 'xstate.done.actor.lookUpOrder', output: ticket('o1', null) },
        { type: 'xstate.done.actor.lookUpOrder', output: null },
        { type: 'xstate.error.actor.lookUpOrder', error: failure('offline', { status: 500 }) },
        { type: 'xstate.after.backOff.ordering.uncertain.resting' },
        { type: 'xstate.error.actor.heldWindow', error: failure('unknownError') },
      ],
      serialize: ({ value, context }) => JSON.stringify([value, context.attempts]),
    }),
  );
});

const STEPS = ['server', 'role', 'item', 'channel', 'confirm'] as const;

const roster = (
  state: RosterState,
  servers = [server('s1', ['r1', 'r2']), server('s5', ['r5']), server('s3', ['r4'], 1)],
): AnyEventObject => ({
  type: 'roster.changed',
  state,
  servers,
  failure: state === 'failed' ? failure('offline') : null,
});

const refused = (reason: Parameters<typeof failure>[0]): AnyEventObject => ({
  type: 'ordering.refused',
  failure: failure(reason, { code: 30_000 }),
});

test('RCHG-17 every transition of the wizard is taken on a real actor, and every state has its screen', async () => {
  const screens = new Set<string>();
  const coverage = await coverTransitions(rechargeMachine, {
    inputs: [NOTHING, { ...NOTHING, intent: intent('k1') }],
    extraPaths: [{ input: { ...NOTHING, order: ticket('o1') }, events: [] }],
    listeners: {
      'roster.changed': 'roster',
      'purse.changed': 'purse',
      'role.reportFailed': 'errands',
      'ordering.doubted': 'ordering',
      'ordering.rolesMissing': 'ordering',
      'ordering.paused': 'ordering',
      'ordering.made': 'ordering',
      'ordering.refused': 'ordering',
    },
    events: [
      { type: 'page.enter' },
      { type: 'page.leave' },
      roster('loading', []),
      roster('fresh'),
      roster('fresh', []),
      roster('fresh', [server('s9', [])]),
      roster('fresh', [server('s1', [])]),
      roster('fresh', [server('s1', ['r2'])]),
      roster('fresh', [server('s1', ['r1'], 1)]),
      roster('failed', []),
      { type: 'server.pick', serverId: 's1' },
      { type: 'server.pick', serverId: 's3' },
      { type: 'server.pick', serverId: 's5' },
      { type: 'role.pick', serverId: 's1', roleId: 'r1' },
      { type: 'role.pick', serverId: 's3', roleId: 'r4' },
      { type: 'recipient.confirm' },
      { type: 'item.pick', itemId: 'i1' },
      { type: 'channel.pick', channelCode: 'c1' },
      { type: 'order.confirm', key: 'k1', windowRef: 'w1', at: 1 },
      { type: 'order.retry' },
      { type: 'order.show', ticket: ticket('o2') },
      { type: 'order.resubmit', choices: { serverId: 's1', roleId: 'r1', itemId: 'i1', channelCode: 'c1' } },
      { type: 'recharge.restart' },
      { type: 'step.back' },
      ...STEPS.map((step) => ({ type: 'step.goto', step })),
      { type: 'load.retry' },
      { type: 'notice.dismiss' },
      { type: 'role.reportFailed' },
      ...['loadItems', 'reloadItems'].flatMap((id) => [
        { type: `xstate.done.actor.${id}`, output: [item('i1', 499), item('i2', 999)] },
        { type: `xstate.done.actor.${id}`, output: [] },
        { type: `xstate.error.actor.${id}`, error: failure('timedOut') },
      ]),
      { type: 'xstate.error.actor.loadItems', error: failure('roleGone') },
      { type: 'xstate.done.actor.loadChannels', output: [channel('c1')] },
      { type: 'xstate.done.actor.loadChannels', output: [] },
      { type: 'xstate.error.actor.loadChannels', error: failure('timedOut') },
      { type: 'xstate.error.actor.loadChannels', error: failure('itemGone') },
      { type: 'purse.changed', balance: 12 },
      { type: 'ordering.doubted' },
      { type: 'ordering.paused' },
      { type: 'ordering.rolesMissing' },
      { type: 'ordering.made', ticket: ticket('o1', choices()) },
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
      ...['roster', 'errands', 'purse', 'ordering'].map((id) => ({
        type: `xstate.error.actor.${id}`,
        error: failure('unknownError'),
      })),
    ],
    serialize: ({ value, context: c }) =>
      JSON.stringify([
        value,
        c.servers.length > 0,
        c.serversState,
        standingOf(c.servers, c),
        standingOf(c.servers, wishOf(c)),
        wishOf(c).itemId,
        wishOf(c).channelCode,
        STEPS.filter((step) => isReachable(c, step)),
        c.notice !== null,
        c.step,
      ]),
    filter: (snapshot, { type }) => {
      const { context } = snapshot;
      if (type === 'page.leave' || /error.*(?:roster|errands|purse)|reportFailed|purse/.test(type))
        return context.servers.length === 0;
      if (type === 'xstate.error.actor.ordering') return snapshot.matches({ wizard: { ordering: 'creating' } });
      if (type === 'page.enter') return context.serversState === 'unread';
      return !snapshot.matches({ page: 'elsewhere' }) || !!context.intent;
    },
    limit: 200_000,
    visit: (snapshot) => void screens.add(selectRechargeScreen(snapshot).name),
  });
  assertCovered(coverage);
  expect([...screens].sort()).toEqual(
    ['channel', 'confirm', 'creating', 'dormant', 'item', 'payment', 'role', 'server', 'uncertain'].sort(),
  );
}, 120_000);

test('RCHG-20 a defect while the order is made is an uncertain outcome too, looked up when the player asks', async () => {
  const rig = startRig(rechargeMachine, {
    input: { ...NOTHING, intent: intent('k1') },
    silent: ['roster', 'errands', 'purse', 'ordering'],
  });
  const crash: AnyEventObject = { type: 'xstate.error.actor.ordering', error: failure('unknownError') };
  await rig.perform({ type: 'page.enter' });
  await rig.perform(crash);
  expect(selectRechargeScreen(rig.snapshot())).toMatchObject({ name: 'uncertain', asking: false, summary: choices() });
  await rig.perform({ type: 'order.retry' });
  expect(rig.inputsOf('ordering')).toEqual(Array(2).fill({ intent: intent('k1'), windowRef: null, resumed: true }));
  rig.stop();
});
