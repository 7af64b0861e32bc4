import type { SnapshotFrom } from 'xstate';
import { type Failure, failure } from '../kernel/failure.ts';
import type { Listed, UnreadIds } from '../kernel/listed.ts';
import type { Channel, Item, OrderTicket, Purchase, Recipient } from '../order/order.types.ts';
import type { OrderingScreen, StepNotice } from '../wizard/wizard.types.ts';
import { draftOf, showsBalance } from './recharge.choices.ts';
import type { rechargeMachine } from './recharge.machine.ts';
import { type Character, charactersOf, findRecipient, serverOf } from './recharge.recipient.ts';
import type { RechargeContext } from './recharge.types.ts';
import { serverFinder, shownServers } from './servers.list.ts';
import type { GameServer, Role, ServerFinder } from './servers.machine.ts';

type Loadable<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly failure: Failure }
  | { readonly state: 'empty' }
  | { readonly state: 'ready'; readonly rows: readonly T[]; readonly unread: UnreadIds; readonly refreshing: boolean };

export type RechargeSummary = {
  /** Known before the role is chosen. */
  readonly serverName: string | null;
  readonly recipient: Recipient | null;
  readonly item: Item | null;
  readonly channel: Channel | null;
  readonly coinBalance: number | null;
};

type Step = { readonly notice: StepNotice | null; readonly summary: RechargeSummary };

type RecipientStep = Step & {
  /** The few roles of the player, to be chosen together with their server; null if the server comes first. */
  readonly characters: readonly Character[] | null;
  readonly roleId: string | null;
  /** Why the list is still the cached list; null while it is fresh or loading. */
  readonly rolesFailure: Failure | null;
};

export type RechargeScreen =
  | OrderingScreen<RechargeSummary>
  | ({
      readonly name: 'server';
      /** The servers to draw, in order: servers with a role of the player are first. */
      readonly servers: Loadable<GameServer>;
      readonly finder: ServerFinder | null;
      readonly serverId: string | null;
    } & RecipientStep)
  | ({ readonly name: 'role'; readonly serverId: string; readonly roles: Loadable<Role> } & RecipientStep)
  | ({ readonly name: 'item'; readonly items: Loadable<Item> } & Step)
  | ({ readonly name: 'channel'; readonly channels: Loadable<Channel> } & Step)
  | ({
      readonly name: 'confirm';
      readonly busy: boolean;
      /** An earlier order that may exist, so that this one can be a second order. */
      readonly unconfirmed: Purchase | null;
      /** Every item, while the confirmation suggests the last order; otherwise empty. */
      readonly items: readonly Item[];
    } & Step)
  /** The order exists; the screen of its payment actor (`payment.<orderId>`) shows the rest. */
  | { readonly name: 'payment'; readonly ticket: OrderTicket; readonly summary: RechargeSummary };

export type RechargeSnapshot = SnapshotFrom<typeof rechargeMachine>;

const summaryOf = ({ servers, serverId, roleId, item, channel, intent, order, step, coinBalance }: RechargeContext) => {
  const ordered = intent?.choices ?? order?.choices ?? null;
  const recipient = ordered?.recipient ?? findRecipient(servers, { serverId, roleId });
  return {
    serverName: recipient?.serverName ?? serverOf(servers, serverId)?.serverName ?? null,
    recipient,
    item: ordered?.item ?? item,
    channel: ordered?.channel ?? channel,
    coinBalance: showsBalance(step) ? coinBalance : null,
  };
};

const toLoadable = <T>({ rows, unread }: Listed<T>, loading: boolean, failure: Failure | null): Loadable<T> => {
  if (loading) return { state: 'loading' };
  if (failure) return { state: 'failed', failure };
  return rows.length ? { state: 'ready', rows, unread, refreshing: false } : { state: 'empty' };
};

const serversOf = (context: RechargeContext): Loadable<GameServer> => {
  const { servers, unread, serversState, serversFailure } = context;
  const loading = serversState === 'idle' || serversState === 'loading';
  if (servers.length)
    return { state: 'ready', rows: shownServers(context), unread: unread.servers, refreshing: loading };
  return toLoadable(
    { rows: servers, unread: unread.servers },
    loading,
    serversState === 'failed' ? serversFailure : null,
  );
};

const rolesOf = ({ roles, unreadRoles = [] }: GameServer, context: RechargeContext): Loadable<Role> => {
  const { serversState, serversFailure } = context;
  const loading = serversState === 'loading';
  if (roles.length) return { state: 'ready', rows: roles, unread: unreadRoles, refreshing: loading };
  const unreadable = unreadRoles.length > 0 ? failure('protocolError') : null;
  const problem = serversState === 'failed' ? serversFailure : unreadable;
  return toLoadable({ rows: roles, unread: unreadRoles }, loading, problem);
};

/** A state of the choices, before an order exists. */
type Place =
  | 'role'
  | 'items'
  | 'channels'
  | 'confirming'
  | { readonly items: 'loading' | 'suggesting' | 'failed' }
  | { readonly channels: 'loading' | 'failed' }
  | { readonly confirming: 'repricing' | { readonly covering: 'reading' | 'confirming' } };

export const selectRechargeScreen = (snapshot: RechargeSnapshot): RechargeScreen => {
  const { context } = snapshot;
  const { items, channels, unread, notice, unconfirmed, failure, order, serverId, roleId, servers } = context;
  if (snapshot.matches({ page: 'inactive' })) return { name: 'inactive' };
  const summary = summaryOf(context);
  if (snapshot.matches({ wizard: 'paying' }) && order) return { name: 'payment', ticket: order, summary };
  if (snapshot.can({ type: 'order.retry' })) return { name: 'uncertain', lookingUp: false, failure, summary };
  if (snapshot.matches({ wizard: { ordering: 'uncertain' } }))
    return { name: 'uncertain', lookingUp: true, failure: null, summary };
  if (snapshot.matches({ wizard: 'ordering' })) return { name: 'creating', summary };
  const isAt = (place: Place): boolean => snapshot.matches({ wizard: { game: place } });
  if (isAt('confirming')) {
    const isCovering =
      isAt({ confirming: { covering: 'reading' } }) || isAt({ confirming: { covering: 'confirming' } });
    const busy = isCovering || isAt({ confirming: 'repricing' });
    const others = draftOf(context).itemId === null ? items : [];
    return { name: 'confirm', busy, notice: busy ? null : notice, unconfirmed, items: others, summary };
  }
  if (isAt('channels')) {
    const list = { rows: channels, unread: unread.channels };
    const shown = toLoadable(list, isAt({ channels: 'loading' }), isAt({ channels: 'failed' }) ? failure : null);
    return { name: 'channel', channels: shown, notice, summary };
  }
  if (isAt('items')) {
    const list = { rows: items, unread: unread.items };
    const loading = isAt({ items: 'loading' }) || isAt({ items: 'suggesting' });
    const shown = toLoadable(list, loading, isAt({ items: 'failed' }) ? failure : null);
    return { name: 'item', items: shown, notice, summary };
  }
  const rolesFailure = servers.length > 0 && context.serversState === 'failed' ? context.serversFailure : null;
  const step = { characters: charactersOf(context), rolesFailure, roleId, notice, summary };
  const server = serverOf(servers, serverId);
  if (isAt('role') && server)
    return { name: 'role', serverId: server.serverId, roles: rolesOf(server, context), ...step };
  return { name: 'server', servers: serversOf(context), finder: serverFinder(context), serverId, ...step };
};
