import { type Port, wirePort } from '../kernel/port.ts';
import { backgroundEffects } from '../wizard/background-effects.ts';
import { type SubmitOrderPorts, wireSubmitOrder } from '../wizard/submit-order.ports.ts';
import { epointRechargeMachine } from './epoint-recharge.machine.ts';
import type { EpointRechargeDraft, EpointRechargeEffect, PointShop } from './epoint-recharge.types.ts';

/** Every port rejects with a kernel `Failure`. Stored values belong to the active account. */
export type EpointRechargePorts = SubmitOrderPorts & {
  /** `/api/e-recharge/items` and `/api/e-recharge/rebate/info`. Rejects only when the packages cannot be loaded. */
  loadShop: Port<PointShop, Record<string, never>>;
  saveEpointRechargeDraft: Port<void, { readonly draft: EpointRechargeDraft | null }>;
  deleteIntent: Port<void, { readonly key: string }>;
};

const runEffect =
  (ports: EpointRechargePorts) =>
  (effect: EpointRechargeEffect, signal: AbortSignal): Promise<void> => {
    switch (effect.type) {
      case 'draft.save':
        return ports.saveEpointRechargeDraft({ draft: effect.draft }, signal);
      case 'intent.delete':
        return ports.deleteIntent({ key: effect.key }, signal);
    }
  };

export const wireEpointRecharge = (ports: EpointRechargePorts): typeof epointRechargeMachine =>
  epointRechargeMachine.provide({
    actors: {
      loadShop: wirePort(ports.loadShop),
      effects: backgroundEffects(runEffect(ports)),
      submitOrder: wireSubmitOrder(ports),
    },
  });
