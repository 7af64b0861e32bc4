import type { CoinBalanceReport } from '../balance/coin-balance.machine.ts';
import type { Failure } from '../kernel/failure.ts';
import type { Listed, UnreadIds } from '../kernel/listed.ts';
import type { Port } from '../kernel/port.ts';
import type { Channel, Choices, Item, OrderTicket, PointsChanged, Recipient } from '../order/order.types.ts';
import type { OrderIntent } from '../wizard/submit-order.machine.ts';
import type {
  OrderConfirm,
  Repetition,
  WizardContext,
  WizardEffect,
  WizardEvent,
  WizardInternalEvent,
  WizardReport,
} from '../wizard/wizard.types.ts';
import type { GameServer, ServerScope, ServersReport, ServersState } from './servers.machine.ts';

/** What survives a reload before an order exists. Ids only: names and prices are loaded again. */
export type RechargeDraft = Repetition['choices'];

/** The choices of the account's last order, preselected on the next visit. */
export type RechargeMemory = {
  readonly serverId: string;
  readonly roleId: string;
  readonly channelCode: string;
  /** Suggested for the same role; null while an order waits for its payment, so that the item is not bought twice. */
  readonly itemId: string | null;
};

export type Intent = OrderIntent & { readonly choices: Choices };

export type RechargeContext = WizardContext &
  Pick<RechargeInput, 'draft' | 'memory' | 'intent'> & {
    readonly servers: readonly GameServer[];
    readonly serverId: string | null;
    readonly roleId: string | null;
    readonly items: readonly Item[];
    readonly channels: readonly Channel[];
    /** The item of the last order, until the player chooses: the confirmation opens with it. */
    readonly suggestedItemId: string | null;
    readonly unread: Readonly<Record<'servers' | 'items' | 'channels', UnreadIds>>;
    readonly serversState: ServersState;
    readonly serversFailure: Failure | null;
    readonly serverQuery: string;
    readonly serverScope: ServerScope;
    /** Null while it is unknown. */
    readonly coinBalance: number | null;
  };

/** Restored by the signed-in machine before the wizard starts. */
export type RechargeInput = {
  readonly draft: RechargeDraft | null;
  readonly memory: RechargeMemory | null;
  /** An intent without an order: its outcome is unknown and is looked up first. */
  readonly intent: Intent | null;
  /** The order that was shown when the player left: the wizard starts at its payment. */
  readonly order: OrderTicket | null;
};

export type RechargeEvent =
  | WizardEvent
  | { readonly type: 'server.pick'; readonly serverId: string }
  /** Only in a long list. */
  | { readonly type: 'servers.search'; readonly query: string }
  | { readonly type: 'servers.show'; readonly scope: ServerScope }
  | { readonly type: 'role.pick'; readonly serverId: string; readonly roleId: string }
  /** The button below the list: continues with the selected server, or with the preselected recipient. */
  | { readonly type: 'recipient.confirm' }
  | PackageEvent
  | PointsChanged;

/** About the E Points that the player buys because the confirmed choices lack some. */
export type PackageEvent =
  /** The player confirmed both: this many E Points, and with them the choices. */
  | { readonly type: 'package.confirmed'; readonly points: number }
  /** The E Points were added while the player looked. */
  | { readonly type: 'package.delivered' }
  /** The package was deferred, has expired or failed, or was added later: the player confirms the choices again. */
  | { readonly type: 'package.ended' };

/** `points.short`: the confirmed choices lack E Points. */
export type RechargeReport = WizardReport<'game'> | EffectReport | { readonly type: 'points.short' };

/** Made when the order is placed: the key of the order, and the server's time in ms. */
export type Confirmation = Pick<OrderConfirm, 'key' | 'at'>;

export type RechargeEffect =
  | WizardEffect
  | { readonly type: 'draft.save'; readonly draft: RechargeDraft | null }
  | { readonly type: 'memory.save'; readonly memory: RechargeMemory }
  | { readonly type: 'role.report'; readonly recipient: Recipient };

export type EffectReport = { readonly type: 'role.reportFailed' };

export type ItemRequest = { readonly serverId: string; readonly roleId: string };
export type ChannelRequest = ItemRequest & { readonly itemId: string };

export type ListsPorts = {
  /** `/api/order/webProduct`. Without a server or a role it sends nothing and resolves to an empty list. */
  loadItems: Port<Listed<Item>, ItemRequest>;
  /** `/api/order/webPayChannel`. */
  loadChannels: Port<Listed<Channel>, ChannelRequest>;
  /** For an order that follows its E Points without another click. */
  createConfirmation: Port<Confirmation>;
};

/** Events from the wizard's children, and events that the wizard raises itself. */
export type RechargeInternalEvent =
  | WizardInternalEvent
  | EffectReport
  | ServersReport
  | CoinBalanceReport
  | { readonly type: 'roles.refreshed' };
