import { expect } from '@playwright/test';
import * as v from 'valibot';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { type FailureReason, failure } from '../../../machines/kernel/failure.ts';
import { draftOf, isReachable } from '../../../machines/recharge/recharge.choices.ts';
import { rechargeMachine } from '../../../machines/recharge/recharge.machine.ts';
import { recipientStatusOf } from '../../../machines/recharge/recharge.recipient.ts';
import {
  type RechargeSnapshot,
  selectReachableSteps,
  selectRechargeScreen,
} from '../../../machines/recharge/recharge.screens.ts';
import type { RechargeContext } from '../../../machines/recharge/recharge.types.ts';
import { searchServers } from '../../../machines/recharge/servers.list.ts';
import type { GameServer } from '../../../machines/recharge/servers.machine.ts';
import { WIZARD_STEPS } from '../../../machines/wizard/wizard.types.ts';
import { CODE } from '../../../server/kernel/codes.ts';
import { toChannel, toItem } from '../../../src/adapters/item.mapper.ts';
import { orderWebPayChannel, orderWebProduct } from '../../../src/contract/order.contract.ts';
import { ITEMS, SERVERS } from '../../support/wire-samples.ts';
import { type ControlledPortal, outage, refusal } from './controlled-portal.ts';
import type { Move } from './explorer.ts';
import type { Subject } from './model-mirror.ts';

const STEPS = ['server', 'role', 'item', 'channel', 'confirm'] as const;
const PATH = '$/signedIn/recharge';

const as = (snapshot: AnyMachineSnapshot): RechargeSnapshot => snapshot as unknown as RechargeSnapshot;
const contextOf = (snapshot: AnyMachineSnapshot): RechargeContext => as(snapshot).context;

export const rechargeSubject: Subject = {
  machine: rechargeMachine,
  listeners: ['effects'],
  path: PATH,
  depth: 10,
  keyOf: (snapshot) => {
    const context = contextOf(snapshot);
    return JSON.stringify([
      snapshot.value,
      context.serverId,
      context.servers.map(({ serverId, status, roles }) => [serverId, status, roles.length]),
      context.memory !== null,
      context.serversState,
      recipientStatusOf(context.servers, context),
      recipientStatusOf(context.servers, draftOf(context)),
      draftOf(context).itemId,
      draftOf(context).channelCode,
      STEPS.filter((step) => isReachable(context, step)),
      context.notice !== null,
      context.notice?.kind === 'recipient-needed',
      context.step,
    ]);
  },
  look: async (portal, snapshot) => {
    const { name } = selectRechargeScreen(as(snapshot));
    const shown = portal.page.locator('[data-target="game"] > [data-state]');
    if (name === 'inactive') await expect(shown).toHaveCount(0);
    else await portal.expectShown(shown, 'data-state', name);
  },
};

/** The role id as masked in the recording. */
const roleOf = (snapshot: AnyMachineSnapshot): string => {
  const { servers, draft } = contextOf(snapshot);
  return servers.find(({ roles }) => roles.length > 1)?.roles[0]?.roleId ?? draft?.roleId ?? 'r1';
};

const isHere = (snapshot: AnyMachineSnapshot): boolean => as(snapshot).matches({ page: 'active' });

const isBefore = (step: (typeof STEPS)[number], snapshot: AnyMachineSnapshot): boolean =>
  WIZARD_STEPS.indexOf(step) < WIZARD_STEPS.indexOf(contextOf(snapshot).step);

const when = (is: boolean, ...events: readonly AnyEventObject[]): readonly AnyEventObject[] => (is ? events : []);

const [AURORA, BOREALIS] = SERVERS;
const rolesAnswer = (...servers: readonly (object | undefined)[]) => ({ code: 0, result: servers });
const domain =
  (...servers: readonly (typeof AURORA)[]) =>
  (snapshot: AnyMachineSnapshot): readonly GameServer[] =>
    servers.flatMap((server) =>
      server
        ? [
            {
              serverId: server.server_id,
              serverName: server.server_name,
              status: server.status === 1 ? (1 as const) : (0 as const),
              roles: server.roles.map(({ role_id, role_name }) => ({
                roleId: role_id === 'r1' ? roleOf(snapshot) : role_id,
                roleName: role_name,
              })),
            },
          ]
        : [],
    );
const closed = AURORA && { ...AURORA, status: 1 };
const withDifferentRole = AURORA && { ...AURORA, roles: [{ role_id: 'r9', role_name: 'Kes' }] };
const withoutRoles = AURORA && { ...AURORA, roles: [] };
/** These servers make the list long enough for a search. */
const WITHOUT_ROLES = Array.from({ length: 11 }, (_, at) => ({
  server_id: `t${at}`,
  server_name: `Stratus ${at}`,
  status: 0,
  roles: [],
}));
const otherServer = AURORA && { ...AURORA, server_id: 's5', server_name: 'Cirrus' };

const serversChanged = (state: 'loading' | 'fresh' | 'failed', servers: readonly GameServer[]): AnyEventObject => ({
  type: 'servers.changed',
  unread: [],
  state,
  servers,
  failure: state === 'failed' ? failure('systemBusy', { status: 500 }) : null,
});

const fresh = (servers: (snapshot: AnyMachineSnapshot) => readonly GameServer[]) => (snapshot: AnyMachineSnapshot) =>
  serversChanged('fresh', servers(snapshot));

const lists = (
  name: string,
  answer: () => object | Response,
  event: (snapshot: AnyMachineSnapshot) => AnyEventObject,
): Move => ({
  name: `servers answer: ${name}`,
  events: (snapshot) => when(contextOf(snapshot).serversState === 'loading', event(snapshot)),
  act: (portal) => portal.answer('roles', answer()),
});

const items = v.parse(orderWebProduct.result, ITEMS).rows.map(toItem);
const CHANNELS = [{ name: 'Card', channel_code: 'card', is_open: true, priority: 2 }];
const channels = v.parse(orderWebPayChannel.result, CHANNELS).rows.map(toChannel);

const isLoading = (snapshot: AnyMachineSnapshot, step: 'items' | 'channels'): boolean =>
  as(snapshot).matches({ wizard: { game: { [step]: 'loading' } } } as never);

const listMoves = (
  call: 'items' | 'channels',
  id: 'loadItems' | 'loadChannels',
  rows: readonly object[],
  output: readonly object[],
): readonly Move[] => [
  {
    name: `${call} answer`,
    events: (snapshot) =>
      when(isLoading(snapshot, call), { type: `xstate.done.actor.${id}`, output: { rows: output, unread: [] } }),
    act: (portal) => portal.answer(call, { code: 0, result: rows }),
  },
  {
    name: `${call} answer: none`,
    events: (snapshot) =>
      when(isLoading(snapshot, call), { type: `xstate.done.actor.${id}`, output: { rows: [], unread: [] } }),
    act: (portal) => portal.answer(call, { code: 0, result: [] }),
  },
  {
    name: `${call} fail`,
    events: (snapshot) =>
      when(isLoading(snapshot, call), {
        type: `xstate.error.actor.${id}`,
        error: failure('systemBusy', { status: 500 }),
      }),
    act: (portal) => portal.answer(call, outage()),
  },
  {
    name: `${call} fail: an earlier choice is gone`,
    events: (snapshot) =>
      when(isLoading(snapshot, call), {
        type: `xstate.error.actor.${id}`,
        error: failure('roleGone', { code: CODE.roleGone }),
      }),
    act: (portal) => portal.answer(call, refusal(CODE.roleGone)),
  },
  {
    name: `${call} fail: the server is under maintenance`,
    events: (snapshot) =>
      when(isLoading(snapshot, call), {
        type: `xstate.error.actor.${id}`,
        error: failure('serverMaintenance', { code: CODE.serverMaintenance }),
      }),
    act: (portal) => portal.answer(call, refusal(CODE.serverMaintenance)),
  },
];

const isRepricing = (snapshot: AnyMachineSnapshot): boolean =>
  as(snapshot).matches({ wizard: { game: { confirming: 'repricing' } } });

const reprice = (name: string, rows: object | Response, event: AnyEventObject): Move => ({
  name: `the price is read again: ${name}`,
  events: (snapshot) => when(isRepricing(snapshot), event),
  act: (portal) => portal.answer('items', rows),
});

const ticketOf = (snapshot: AnyMachineSnapshot) => ({
  kind: 'order',
  orderId: 'O-1',
  payment: { kind: 'redirect', payUrl: 'http://127.0.0.1/cashier/1' },
  createdAt: 1,
  choices: contextOf(snapshot).intent?.choices ?? null,
});

const isOrdering = (snapshot: AnyMachineSnapshot, state: 'creating' | 'uncertain'): boolean =>
  as(snapshot).matches({ wizard: { ordering: state } } as never);

const refused = (reason: FailureReason, code: number): Move => ({
  name: `the order is refused: ${reason}`,
  events: (snapshot) =>
    when(isOrdering(snapshot, 'creating'), { type: 'order.refused', failure: failure(reason, { code }) }),
  act: (portal) => portal.answer('create', refusal(code)),
});

const loseRoleList = ({ page }: ControlledPortal): Promise<void> =>
  page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.endsWith(':roles')) localStorage.removeItem(key);
  });

/** Moves of the player, the server and time. */
export const rechargeMoves: readonly Move[] = [
  {
    name: 'open the top-up page',
    events: (snapshot) =>
      when(
        as(snapshot).matches({ page: 'inactive' }),
        { type: 'page.enter' },
        serversChanged('loading', contextOf(snapshot).servers),
      ),
    act: (portal) => portal.press(portal.page.getByRole('navigation').getByRole('link', { name: 'Top up' })),
  },
  {
    name: 'go to another page',
    events: (snapshot) => when(isHere(snapshot), { type: 'page.leave' }),
    act: (portal) => portal.press(portal.page.getByRole('navigation').getByRole('link', { name: 'News' })),
  },
  lists('two servers', () => rolesAnswer(AURORA, BOREALIS), fresh(domain(AURORA, BOREALIS))),
  lists(
    'many servers',
    () => rolesAnswer(AURORA, BOREALIS, ...WITHOUT_ROLES),
    fresh(domain(AURORA, BOREALIS, ...WITHOUT_ROLES)),
  ),
  lists('maintenance', () => rolesAnswer(closed), fresh(domain(closed))),
  lists('the role has gone', () => rolesAnswer(withDifferentRole), fresh(domain(withDifferentRole))),
  lists('a server without roles', () => rolesAnswer(withoutRoles), fresh(domain(withoutRoles))),
  lists('the server has gone', () => rolesAnswer(otherServer), fresh(domain(otherServer))),
  lists('none', () => rolesAnswer(), fresh(domain())),
  lists('an outage', outage, (snapshot) => serversChanged('failed', contextOf(snapshot).servers)),
  {
    name: 'search for a server',
    events: (snapshot) => when(isHere(snapshot), searchServers('Aurora')),
    act: async ({ page }) => {
      const field = page.getByRole('searchbox');
      if ((await field.count()) === 0) return false;
      await field.fill((await field.inputValue()) === '' ? 'Aurora' : '');
      return true;
    },
  },
  {
    name: 'show every server',
    events: (snapshot) => when(isHere(snapshot), { type: 'servers.show', scope: 'all' }),
    act: (portal) => portal.press(portal.button('Show all 13 servers')),
  },
  {
    name: 'pick the server',
    events: (snapshot) => {
      const isOpen = contextOf(snapshot).servers.some(({ serverId, status }) => serverId === 's1' && status === 0);
      return when(isHere(snapshot) && isOpen, { type: 'server.pick', serverId: 's1' });
    },
    act: (portal) => portal.pressCard('Server', /Aurora/),
  },
  {
    name: 'pick the role',
    events: (snapshot) => {
      const { serverId } = contextOf(snapshot);
      return when(isHere(snapshot) && serverId !== null, { type: 'role.pick', serverId, roleId: roleOf(snapshot) });
    },
    act: (portal) => portal.pressCard('Character', /月影/),
  },
  {
    name: 'continue with the recipient',
    events: (snapshot) => when(isHere(snapshot), { type: 'recipient.confirm' }),
    act: (portal) => portal.press(portal.page.getByRole('main').getByRole('button', { name: 'Continue', exact: true })),
  },
  ...listMoves('items', 'loadItems', ITEMS, items),
  ...listMoves('channels', 'loadChannels', CHANNELS, channels),
  {
    name: 'pick the item',
    events: (snapshot) => when(isHere(snapshot), { type: 'item.pick', itemId: 'gem-60' }),
    act: (portal) => portal.pressCard('Item', /60 gems/),
  },
  {
    name: 'pick the payment method',
    events: (snapshot) => when(isHere(snapshot), { type: 'channel.pick', channelCode: 'card' }),
    act: (portal) => portal.pressCard('Payment method', /card/i),
  },
  {
    name: 'pay',
    events: (snapshot) => when(isHere(snapshot), { type: 'order.confirm', key: 'k1', windowRef: 'w1', at: 1 }),
    act: (portal) => portal.pressForWindow(portal.checkout.payButton),
  },
  {
    name: 'the order is made',
    events: (snapshot) => when(isOrdering(snapshot, 'creating'), { type: 'order.placed', ticket: ticketOf(snapshot) }),
    act: (portal) => portal.answer('create', portal.created()),
  },
  {
    name: 'the answer to the order gets lost',
    events: (snapshot) => when(isOrdering(snapshot, 'creating'), { type: 'order.uncertain' }),
    act: (portal) => portal.answer('create', outage()),
  },
  {
    name: 'the outcome of the order stays unknown for a while',
    events: (snapshot) =>
      when(as(snapshot).matches({ wizard: { ordering: { uncertain: 'lookingUp' } } }), {
        type: 'order.waiting',
        failure: failure('systemBusy', { status: 500 }),
      }),
    act: async (portal) => {
      portal.always('lookup', outage());
      for (let tries = 0; tries < 4; tries += 1) {
        await portal.pass(10_000);
        await portal.until(async () => false, 80);
      }
      portal.always('lookup', null);
      return true;
    },
  },
  {
    name: 'the order is found after all',
    events: (snapshot) =>
      when(as(snapshot).matches({ wizard: { ordering: { uncertain: 'lookingUp' } } }), {
        type: 'order.placed',
        ticket: ticketOf(snapshot),
      }),
    act: async (portal) => {
      await portal.pass(9_500);
      portal.created();
      return portal.answer('lookup', portal.recorded(1));
    },
  },
  {
    name: 'ask about the order again',
    events: (snapshot) => when(isHere(snapshot), { type: 'order.retry' }),
    act: (portal) => portal.press(portal.button('Check again')),
  },
  {
    name: 'place a new order although the first one may exist',
    events: (snapshot) => when(isHere(snapshot), { type: 'order.replace' }),
    act: (portal) => portal.press(portal.button('Place a new order anyway')),
  },
  {
    name: 'pay after the saved list of roles was lost',
    events: (snapshot) =>
      when(
        isHere(snapshot),
        { type: 'order.confirm', key: 'k1', windowRef: 'w1', at: 1 },
        { type: 'order.refused', failure: failure('recipientNeeded') },
        serversChanged('loading', contextOf(snapshot).servers),
      ),
    act: async (portal) => {
      await loseRoleList(portal);
      return portal.press(portal.checkout.payButton);
    },
  },
  {
    name: 'the order is not found, and the saved list of roles was lost',
    events: (snapshot) =>
      when(
        as(snapshot).matches({ wizard: { ordering: { uncertain: 'lookingUp' } } }),
        { type: 'order.rolesMissing' },
        serversChanged('loading', contextOf(snapshot).servers),
      ),
    act: async (portal) => {
      await portal.pass(9_500);
      await loseRoleList(portal);
      return portal.answer('lookup', { code: 0, result: [], total: 0 });
    },
  },
  refused('roleGone', CODE.roleGone),
  refused('serverMaintenance', CODE.serverMaintenance),
  refused('itemGone', CODE.itemGone),
  refused('channelClosed', CODE.channelClosed),
  refused('priceChanged', CODE.priceChanged),
  refused('systemBusy', CODE.systemBusy),
  reprice(
    'the same',
    { code: 0, result: ITEMS },
    {
      type: 'xstate.done.actor.reloadItems',
      output: { rows: items, unread: [] },
    },
  ),
  reprice(
    'no longer sold',
    { code: 0, result: ITEMS.slice(1) },
    { type: 'xstate.done.actor.reloadItems', output: { rows: items.slice(1), unread: [] } },
  ),
  reprice('an outage', outage(), {
    type: 'xstate.error.actor.reloadItems',
    error: failure('systemBusy', { status: 500 }),
  }),
  {
    name: 'put the payment aside',
    events: (snapshot) =>
      when(isHere(snapshot) && as(snapshot).matches({ wizard: 'paying' }), {
        type: 'recharge.restart',
        orderId: contextOf(snapshot).order?.orderId,
      }),
    act: (portal) => portal.press(portal.checkout.dialog.getByRole('button', { name: 'Later' })),
  },
  {
    name: 'come back to the payment',
    events: (snapshot) =>
      when(as(snapshot).matches({ wizard: 'game' }) && contextOf(snapshot).memory !== null, {
        type: 'order.show',
        ticket: ticketOf(snapshot),
      }),
    act: (portal) => portal.press(portal.button(/^Continue to payment/)),
  },
  {
    name: 'the payment fails, and the player tries again',
    events: (snapshot) =>
      when(isHere(snapshot) && as(snapshot).matches({ wizard: 'paying' }), {
        type: 'order.resubmit',
        choices: choices(roleOf(snapshot)),
      }),
    act: async (portal) => {
      await portal.pass(3_000);
      if (!(await portal.answer('record', portal.recorded(3)))) return false;
      return portal.press(portal.button('Place order again'));
    },
  },
  ...STEPS.map(
    (step, at): Move => ({
      name: `change the choice of step ${at + 1}`,
      events: (snapshot) =>
        when(isHere(snapshot) && isBefore(step, snapshot) && selectReachableSteps(as(snapshot)).includes(step), {
          type: 'step.goto',
          step,
        }),
      act: (portal) =>
        portal.press(
          portal.page
            .getByRole('list', { name: 'Top-up steps' })
            .getByRole('listitem')
            .nth(at)
            .getByRole('button', { name: /^Change/ }),
        ),
    }),
  ),
  {
    name: "the browser's Back button",
    events: (snapshot) => {
      const { step } = contextOf(snapshot);
      const at = STEPS.indexOf(step as (typeof STEPS)[number]);
      const before = step === 'payment' ? 'confirm' : STEPS[at - 1];
      return when(isHere(snapshot) && before !== undefined, { type: 'step.goto', step: before });
    },
    act: async (portal) => {
      await portal.page.evaluate(() => history.back());
      return true;
    },
  },
  {
    name: "the browser's Back button, and Forward again",
    events: (snapshot) => {
      const { step } = contextOf(snapshot);
      const before = STEPS[STEPS.indexOf(step as (typeof STEPS)[number]) - 1];
      const isOpen = isHere(snapshot) && before !== undefined && selectReachableSteps(as(snapshot)).includes(before);
      return when(isOpen, { type: 'step.goto', step: before }, { type: 'step.goto', step });
    },
    act: async ({ page }, snapshot) => {
      const { step } = contextOf(snapshot);
      await page.evaluate(() => history.back());
      await expect(page).not.toHaveURL(new RegExp(`step=${step}`));
      await page.evaluate(() => history.forward());
      return true;
    },
  },
  {
    name: 'try again to load',
    events: (snapshot) => {
      const { step } = contextOf(snapshot);
      const lists = when(step === 'server' || step === 'role', serversChanged('loading', contextOf(snapshot).servers));
      return when(isHere(snapshot), { type: 'load.retry' }, ...lists);
    },
    act: (portal) =>
      portal.press(portal.page.getByRole('main').getByRole('button', { name: 'Try again', exact: true })),
  },
  {
    name: 'close the message',
    events: (snapshot) => when(isHere(snapshot), { type: 'notice.dismiss' }),
    act: (portal) => portal.press(portal.page.getByRole('main').getByRole('button', { name: 'Close message' })),
  },
  {
    name: 'half a minute under maintenance',
    events: (snapshot) => [
      { type: 'xstate.after.recheck.recharge.wizard.game.server.maintenance' },
      serversChanged('loading', contextOf(snapshot).servers),
    ],
    act: async (portal) => {
      await portal.pass(30_000);
      return true;
    },
  },
  {
    name: 'the chosen role cannot be reported',
    events: (snapshot) => when(isLoading(snapshot, 'items'), { type: 'role.reportFailed' }),
    act: (portal) => portal.answer('report', outage()),
  },
  {
    name: 'reload the page',
    events: (snapshot) =>
      when(isHere(snapshot), { type: 'page.enter' }, serversChanged('loading', contextOf(snapshot).servers)),
    begins: (snapshot) => {
      const { draft, memory, intent, order: shown } = contextOf(snapshot);
      return { draft, memory, intent, order: as(snapshot).matches({ wizard: 'paying' }) ? shown : null };
    },
    act: async (portal) => {
      await portal.reload();
      return true;
    },
  },
];

const choices = (roleId: string) => ({ serverId: 's1', roleId, itemId: 'gem-60', channelCode: 'card' });

const inject = (name: string, event: (snapshot: AnyMachineSnapshot, roleId: string) => AnyEventObject): Move => ({
  name: `injected: ${name}`,
  events: (snapshot) => [event(snapshot, roleOf(snapshot))],
  act: async (portal, snapshot) => {
    await portal.inject(PATH, event(snapshot, 'r1'));
    return true;
  },
});

const defect = (child: string): Move => ({
  name: `injected: a defect of ${child}`,
  events: (snapshot) =>
    when(snapshot.children[child] !== undefined, {
      type: `xstate.error.actor.${child}`,
      actorId: child,
      error: failure('unknownError'),
    }),
  act: async (portal) => {
    await portal.inject(PATH, { type: `xstate.error.actor.${child}`, actorId: child, error: failure('unknownError') });
    return true;
  },
});

/** In any other state the wizard would show an order that no payment follows. */
const whileOrdering = (move: Move): Move => ({
  ...move,
  events: (snapshot) => when(as(snapshot).matches({ wizard: 'ordering' }), ...move.events(snapshot)),
});

/** Events that no control and no response of these walks causes: late clicks, credited E Points, and defects. */
export const rechargeInjected: readonly Move[] = [
  inject('step.back', () => ({ type: 'step.back' })),
  inject('server.pick of a server under maintenance', () => ({ type: 'server.pick', serverId: 's2' })),
  inject('server.pick', () => ({ type: 'server.pick', serverId: 's1' })),
  inject('role.pick', (_, roleId) => ({ type: 'role.pick', serverId: 's1', roleId })),
  inject('recipient.confirm', () => ({ type: 'recipient.confirm' })),
  whileOrdering(inject('order.show', (snapshot) => ({ type: 'order.show', ticket: ticketOf(snapshot) }))),
  inject('order.resubmit', (_, roleId) => ({ type: 'order.resubmit', choices: choices(roleId) })),
  inject('points.changed', () => ({ type: 'points.changed' })),
  ...STEPS.map((step) => inject(`step.goto ${step}`, () => ({ type: 'step.goto', step }))),
  ...['serverList', 'coinBalance', 'effects', 'submitOrder'].map(defect),
];

/** Transitions that only injected events reach. */
export const rechargeOnlyInjected: readonly RegExp[] = [
  / xstate\.error\.actor\.(?:serverList|coinBalance|effects|submitOrder) /,
  / step\.back /,
  / points\.changed /,
  / server\.pick #2 \[isPickedServerUnderMaintenance\] /,
  /^ordering ── order\.(?:show|resubmit) /,
  /\.ordering\.crashed ── order\.(?:retry|replace) /,
];
