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

/** The list of a step. */
type Loadable<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly failure: Failure }
  | { readonly state: 'empty' }
  | { readonly state: 'ready'; readonly rows: readonly T[]; readonly unread: UnreadIds; readonly refreshing: boolean };

/** The choices made so far. */
export type RechargeSummary = {
  /** Known before the role is chosen. */
  readonly serverName: string | null;
  readonly recipient: Recipient | null;
  readonly item: Item | null;
  readonly channel: Channel | null;
  readonly coinBalance: number | null;
};

export type RechargeScreen =
  | OrderingScreen<RechargeSummary>
  | {
      readonly name: 'server';
      /** The servers to draw, in order: servers with a role of the player are first. */
      readonly servers: Loadable<GameServer>;
      readonly finder: ServerFinder | null;
      /** The few roles of the player, to be chosen together with their server; null if the server comes first. */
      readonly characters: readonly Character[] | null;
      readonly serverId: string | null;
      readonly roleId: string | null;
      readonly rolesFailure: Failure | null;
      readonly notice: StepNotice | null;
      readonly summary: RechargeSummary;
    }
  | {
      readonly name: 'role';
      readonly serverId: string;
      readonly roles: Loadable<Role>;
      readonly characters: readonly Character[] | null;
      readonly rolesFailure: Failure | null;
      readonly roleId: string | null;
      readonly notice: StepNotice | null;
      readonly summary: RechargeSummary;
    }
  | {
      readonly name: 'item';
      readonly items: Loadable<Item>;
      readonly notice: StepNotice | null;
      readonly summary: RechargeSummary;
    }
  | {
      readonly name: 'channel';
      readonly channels: Loadable<Channel>;
      readonly notice: StepNotice | null;
      readonly summary: RechargeSummary;
    }
  | {
      readonly name: 'confirm';
      readonly busy: boolean;
      readonly notice: StepNotice | null;
      /** An earlier order that may exist, so that this one can be a second order. */
      readonly unconfirmed: Purchase | null;
      /** Every item, while the confirmation suggests the last order; otherwise empty. */
      readonly items: readonly Item[];
      readonly summary: RechargeSummary;
    }
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

const toLoadable = <T>(
  { rows, unread }: Listed<T>,
  failed: boolean,
  loading: boolean,
  failure: Failure | null,
): Loadable<T> => {
  if (loading) return { state: 'loading' };
  if (failed && failure) return { state: 'failed', failure };
  return rows.length ? { state: 'ready', rows, unread, refreshing: false } : { state: 'empty' };
};

const serversOf = (context: RechargeContext): Loadable<GameServer> => {
  const { servers, unread, serversState, serversFailure } = context;
  const loading = serversState === 'idle' || serversState === 'loading';
  if (servers.length)
    return { state: 'ready', rows: shownServers(context), unread: unread.servers, refreshing: loading };
  return toLoadable({ rows: servers, unread: unread.servers }, serversState === 'failed', loading, serversFailure);
};

const rolesOf = ({ roles, unreadRoles = [] }: GameServer, context: RechargeContext): Loadable<Role> => {
  const { serversState, serversFailure } = context;
  const loading = serversState === 'loading';
  if (roles.length) return { state: 'ready', rows: roles, unread: unreadRoles, refreshing: loading };
  const unreadable = unreadRoles.length > 0 ? failure('protocolError') : null;
  const problem = serversState === 'failed' ? serversFailure : unreadable;
  return toLoadable({ rows: roles, unread: unreadRoles }, problem !== null, loading, problem);
};

/** Why the list is still the cached list; null while it is fresh or loading. */
const staleListFailure = ({ servers, serversState, serversFailure }: RechargeContext): Failure | null =>
  servers.length > 0 && serversState === 'failed' ? serversFailure : null;

export const selectRechargeScreen = (snapshot: RechargeSnapshot): RechargeScreen => {
  const { context } = snapshot;
  const { items, channels, unread, notice, failure, order, serverId, roleId, servers } = context;
  if (snapshot.matches({ page: 'inactive' })) return { name: 'inactive' };
  const summary = summaryOf(context);
  if (snapshot.matches({ wizard: 'paying' }) && order) return { name: 'payment', ticket: order, summary };
  if (snapshot.can({ type: 'order.retry' })) return { name: 'uncertain', lookingUp: false, failure, summary };
  if (snapshot.matches({ wizard: { ordering: 'uncertain' } }))
    return { name: 'uncertain', lookingUp: true, failure: null, summary };
  if (snapshot.matches({ wizard: 'ordering' })) return { name: 'creating', summary };
  if (snapshot.matches({ wizard: { game: 'confirming' } })) {
    const isIn = (state: 'repricing' | { covering: 'reading' | 'confirming' }) =>
      snapshot.matches({ wizard: { game: { confirming: state } } });
    const busy = isIn('repricing') || isIn({ covering: 'reading' }) || isIn({ covering: 'confirming' });
    const { unconfirmed } = context;
    const others = draftOf(context).itemId === null ? items : [];
    return { name: 'confirm', busy, notice: busy ? null : notice, unconfirmed, items: others, summary };
  }
  if (snapshot.matches({ wizard: { game: 'channels' } })) {
    const loading = snapshot.matches({ wizard: { game: { channels: 'loading' } } });
    const failed = snapshot.matches({ wizard: { game: { channels: 'failed' } } });
    return {
      name: 'channel',
      channels: toLoadable({ rows: channels, unread: unread.channels }, failed, loading, failure),
      notice,
      summary,
    };
  }
  if (snapshot.matches({ wizard: { game: 'items' } })) {
    const loading =
      snapshot.matches({ wizard: { game: { items: 'loading' } } }) ||
      snapshot.matches({ wizard: { game: { items: 'suggesting' } } });
    const failed = snapshot.matches({ wizard: { game: { items: 'failed' } } });
    return {
      name: 'item',
      items: toLoadable({ rows: items, unread: unread.items }, failed, loading, failure),
      notice,
      summary,
    };
  }
  const server = serverOf(servers, serverId);
  const rolesFailure = staleListFailure(context);
  const characters = charactersOf(context);
  if (snapshot.matches({ wizard: { game: 'role' } }) && server) {
    const roles = rolesOf(server, context);
    return { name: 'role', serverId: server.serverId, roles, characters, rolesFailure, roleId, notice, summary };
  }
  const finder = serverFinder(context);
  return {
    name: 'server',
    servers: serversOf(context),
    finder,
    characters,
    serverId,
    roleId,
    rolesFailure,
    notice,
    summary,
  };
};
