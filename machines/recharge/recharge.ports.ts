import { type CoinBalancePorts, coinBalanceMachine } from '../balance/coin-balance.machine.ts';
import { type Port, wire } from '../kernel/port.ts';
import type { Recipient } from '../order/order.types.ts';
import { type SubmitOrderPorts, wireSubmitOrder } from '../wizard/submit-order.machine.ts';
import { backgroundEffects } from '../wizard/wizard.effects.ts';
import { rechargeMachine } from './recharge.machine.ts';
import type { EffectReport, ListsPorts, RechargeDraft, RechargeEffect, RechargeMemory } from './recharge.types.ts';
import { type ServersPorts, serversMachine } from './servers.machine.ts';

type EffectPorts = {
  /** `/api/character/info/select`. */
  reportRole: Port<void, { readonly recipient: Recipient }>;
  /** Called after each choice. Never rejects: the platform reports a storage failure once. */
  saveDraft: Port<void, { readonly draft: RechargeDraft | null }>;
  saveMemory: Port<void, { readonly memory: RechargeMemory }>;
  deleteIntent: Port<void, { readonly key: string }>;
};

/** Every port rejects with a kernel `Failure`; a list without one readable entry is a `protocolError`. Stored values belong to the active account. */
export type RechargePorts = ListsPorts & ServersPorts & CoinBalancePorts & SubmitOrderPorts & EffectPorts;

export const wireRecharge = (ports: RechargePorts): typeof rechargeMachine =>
  wire(rechargeMachine, ports, {
    effects: backgroundEffects<RechargeEffect, EffectReport>(
      {
        'draft.save': ports.saveDraft,
        'memory.save': ports.saveMemory,
        'intent.delete': ports.deleteIntent,
        'role.report': ports.reportRole,
      },
      { 'role.report': { type: 'role.reportFailed' } },
    ),
    serverList: wire(serversMachine, ports),
    coinBalance: wire(coinBalanceMachine, ports),
    submitOrder: wireSubmitOrder(ports),
  });
