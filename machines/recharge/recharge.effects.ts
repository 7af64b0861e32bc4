import { type AnyActorLogic, createActor } from 'xstate';
import { type Listener, type Port, wirePort } from '../kernel/port.ts';
import type { Recipient } from '../order/order.types.ts';
import type { BackgroundEffect, EffectReport, RechargeDraft, RechargeMemory } from './recharge.types.ts';

export type EffectPorts = {
  /** `/api/character/info/select`. */
  reportRole: Port<void, { readonly recipient: Recipient }>;
  /** Runs after each choice. Never rejects; the platform reports a failing storage once. */
  saveDraft: Port<void, { readonly draft: RechargeDraft | null }>;
  saveMemory: Port<void, { readonly memory: RechargeMemory }>;
  clearIntent: Port<void, { readonly key: string }>;
};

/** Runs each errand on its own: a slow report holds no draft up, and none of them can stop the wizard. */
export const runEffects =
  (ports: EffectPorts): Listener<BackgroundEffect, EffectReport, Record<string, never>> =>
  ({ send, receive }) => {
    let listening = true;
    const run = (logic: AnyActorLogic, input: unknown, onFailure: () => void = () => {}): void => {
      const actor = createActor(logic, { input });
      actor.subscribe({ error: onFailure });
      actor.start();
    };
    const reportRoleFailure = (): void => {
      if (listening) send({ type: 'role.reportFailed' });
    };
    receive((errand) => {
      if (errand.type === 'draft.save') run(wirePort(ports.saveDraft), { draft: errand.draft });
      else if (errand.type === 'memory.save') run(wirePort(ports.saveMemory), { memory: errand.memory });
      else if (errand.type === 'intent.clear') run(wirePort(ports.clearIntent), { key: errand.key });
      else run(wirePort(ports.reportRole), { recipient: errand.recipient }, reportRoleFailure);
    });
    return () => {
      listening = false;
    };
  };
