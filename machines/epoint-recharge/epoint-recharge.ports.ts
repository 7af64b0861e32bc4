import { type Port, wire } from '../kernel/port.ts';
import { type SubmitOrderPorts, wireSubmitOrder } from '../wizard/submit-order.machine.ts';
import { backgroundEffects } from '../wizard/wizard.effects.ts';
import { epointRechargeMachine } from './epoint-recharge.machine.ts';
import type { EpointRechargeDraft, EpointRechargeEffect, ShopPorts } from './epoint-recharge.types.ts';

type EffectPorts = {
  saveEpointRechargeDraft: Port<void, { readonly draft: EpointRechargeDraft | null }>;
  deleteIntent: Port<void, { readonly key: string }>;
};

/** Every port rejects with a kernel `Failure`. Stored values belong to the active account. */
export type EpointRechargePorts = ShopPorts & SubmitOrderPorts & EffectPorts;

const runEffect =
  (ports: EffectPorts) =>
  (effect: EpointRechargeEffect, signal: AbortSignal): Promise<void> => {
    switch (effect.type) {
      case 'draft.save':
        return ports.saveEpointRechargeDraft({ draft: effect.draft }, signal);
      case 'intent.delete':
        return ports.deleteIntent({ key: effect.key }, signal);
    }
  };

export const wireEpointRecharge = (ports: EpointRechargePorts): typeof epointRechargeMachine =>
  wire(epointRechargeMachine, ports, {
    effects: backgroundEffects(runEffect(ports)),
    submitOrder: wireSubmitOrder(ports),
  });
