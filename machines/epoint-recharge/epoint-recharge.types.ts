import type { Failure } from '../kernel/failure.ts';
import type { UnreadIds } from '../kernel/listed.ts';
import type { Port } from '../kernel/port.ts';
import type { Channel, Item, OrderTicket } from '../order/order.types.ts';
import type { OrderIntent } from '../wizard/submit-order.machine.ts';
import type { WizardContext, WizardEffect, WizardEvent, WizardReport, WizardStep } from '../wizard/wizard.types.ts';

/** The packages on sale and the channels to pay for them. `rebateFailure`: why the rebates could not be loaded. */
export type PointShop = {
  readonly packages: readonly Item[];
  readonly channels: readonly Channel[];
  readonly unread: UnreadIds;
  readonly rebateFailure: Failure | null;
};

export type ShopPorts = {
  /** `/api/e-recharge/items` and `/api/e-recharge/rebate/info`. Rejects only when the packages cannot be loaded. */
  loadShop: Port<PointShop>;
};

/** What survives a reload before an order exists. Ids only: prices and bonuses are loaded again. */
export type EpointRechargeDraft = { readonly itemId: string | null; readonly channelCode: string | null };

export type EpointRechargeStep = Exclude<WizardStep, 'server' | 'role'>;

export type EpointRechargeContext = WizardContext &
  PointShop & {
    readonly draft: EpointRechargeDraft;
    readonly step: EpointRechargeStep;
  };

/** Restored by the signed-in machine before the wizard starts. */
export type EpointRechargeInput = {
  readonly draft: EpointRechargeDraft | null;
  /** An intent without an order: its outcome is unknown and is looked up first. */
  readonly intent: OrderIntent | null;
  /** The order that was shown when the player left: the wizard starts at its payment. */
  readonly order: OrderTicket | null;
};

/** From the other wizard, whose choices lack E Points: loads the packages before the player comes. */
export type EpointRechargeEvent = WizardEvent | { readonly type: 'shop.load' };

/** `package.confirmed`: the player confirmed a package with this many E Points. */
export type EpointRechargeReport =
  | WizardReport<'epoint', EpointRechargeStep>
  | { readonly type: 'package.confirmed'; readonly points: number };

export type EpointRechargeEffect =
  | WizardEffect
  | { readonly type: 'draft.save'; readonly draft: EpointRechargeDraft | null };
