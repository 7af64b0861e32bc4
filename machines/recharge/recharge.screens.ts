import type { SnapshotFrom } from 'xstate';
import type { Failure } from '../kernel/failure.ts';
import type { Channel, Item, OrderTicket, Recipient } from '../order/order.types.ts';
import type { rechargeMachine } from './recharge.machine.ts';
import type { GameServer, RechargeTarget, Role, StepNotice } from './recharge.types.ts';

/** A list a step needs, in the only three shapes it can be seen in. */
export type Loadable<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly failure: Failure }
  | { readonly state: 'empty' }
  | { readonly state: 'ready'; readonly rows: readonly T[]; readonly refreshing: boolean };

/** The finished steps, always drawn folded and in the summary. */
export type RechargeSummary = {
  readonly recipient: Recipient | null;
  readonly item: Item | null;
  readonly channel: Channel | null;
  readonly coinBalance: number | null;
};

export type RechargeScreen =
  /** Nothing to draw: the player is elsewhere. */
  | { readonly name: 'dormant' }
  | { readonly name: 'epoint'; readonly target: RechargeTarget }
  | {
      readonly name: 'recipient';
      readonly servers: Loadable<GameServer>;
      readonly serverId: string | null;
      /** Roles of the picked server; empty until one is picked. */
      readonly roles: readonly Role[];
      readonly roleId: string | null;
      /** Both are known: `recipient.confirm` goes on. */
      readonly complete: boolean;
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
      readonly summary: RechargeSummary;
    }
  /** The request is out; the choices can no longer be changed. */
  | { readonly name: 'creating'; readonly summary: RechargeSummary }
  /** The outcome is unknown: being looked up, or waiting for `order.retry` after several tries. */
  | { readonly name: 'uncertain'; readonly asking: boolean; readonly summary: RechargeSummary }
  /** The order exists; its payment actor (`payment.<orderId>`) draws the rest. */
  | { readonly name: 'payment'; readonly ticket: OrderTicket; readonly summary: RechargeSummary };

export type RechargeSnapshot = SnapshotFrom<typeof rechargeMachine>;
