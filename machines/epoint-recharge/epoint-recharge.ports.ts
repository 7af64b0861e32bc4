import { type AnyActorLogic, createActor } from 'xstate';
import { type Listener, type Port, wireListener, wirePort } from '../kernel/port.ts';
import { type SubmitOrderPorts, wireSubmitOrder } from '../wizard/submit-order.ports.ts';
import { epointRechargeMachine } from './epoint-recharge.machine.ts';
import type { EpointRechargeDraft, EpointRechargeEffect, PointShop } from './epoint-recharge.types.ts';

/** Every port rejects with a kernel `Failure`. Stored values belong to the active account; the adapter knows which. */
export type EpointRechargePorts = SubmitOrderPorts & {
  /** `/api/e-recharge/items` and `/api/e-recharge/rebate/info`. Rejects only when the packages can't be read. */
  loadShop: Port<PointShop, Record<string, never>>;
  saveEpointRechargeDraft: Port<void, { readonly draft: EpointRechargeDraft | null }>;
  clearIntent: Port<void, { readonly key: string }>;
};

type EffectPorts = Pick<EpointRechargePorts, 'saveEpointRechargeDraft' | 'clearIntent'>;

/** Each errand runs on its own and none of them can stop the wizard. */
const runEffects =
  (ports: EffectPorts): Listener<EpointRechargeEffect, never, Record<string, never>> =>
  ({ receive }) => {
    const run = (logic: AnyActorLogic, input: unknown): void => {
      const actor = createActor(logic, { input });
      actor.subscribe({ error: () => {} });
      actor.start();
    };
    receive((errand) => {
      if (errand.type === 'draft.save') run(wirePort(ports.saveEpointRechargeDraft), { draft: errand.draft });
      else run(wirePort(ports.clearIntent), { key: errand.key });
    });
    return () => {};
  };

export const wireEpointRecharge = (ports: EpointRechargePorts): typeof epointRechargeMachine =>
  epointRechargeMachine.provide({
    actors: {
      loadShop: wirePort(ports.loadShop),
      effects: wireListener(runEffects(ports)),
      ordering: wireSubmitOrder(ports),
    },
  });
