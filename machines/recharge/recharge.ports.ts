import { coinBalanceMachine } from '../balance/coin-balance.machine.ts';
import type { Listed } from '../kernel/listed.ts';
import { type Port, wirePort } from '../kernel/port.ts';
import type { Channel, Item, Recipient } from '../order/order.types.ts';
import { backgroundEffects } from '../wizard/background-effects.ts';
import { type SubmitOrderPorts, wireSubmitOrder } from '../wizard/submit-order.ports.ts';
import { rechargeMachine } from './recharge.machine.ts';
import type { EffectReport, RechargeDraft, RechargeEffect, RechargeMemory } from './recharge.types.ts';
import { serversMachine } from './servers.machine.ts';
import type { GameServer } from './servers.types.ts';

/** Every port rejects with a kernel `Failure`; a list without one readable entry is a `protocolError`. Stored values belong to the active account. */
export type RechargePorts = SubmitOrderPorts & {
  /** The role list cached for this account, or null. Never rejects. */
  loadCachedServers: Port<readonly GameServer[] | null, Record<string, never>>;
  /** `/api/user/webRole`. Also updates the cache. */
  loadServers: Port<Listed<GameServer>, Record<string, never>>;
  /** `/api/order/webProduct`. Without a server or a role it sends nothing and resolves to an empty list. */
  loadItems: Port<Listed<Item>, { readonly serverId: string; readonly roleId: string }>;
  /** `/api/order/webPayChannel`. */
  loadChannels: Port<Listed<Channel>, { readonly serverId: string; readonly roleId: string; readonly itemId: string }>;
  /** `/api/operate/coinBalance`, in E Points. */
  loadCoinBalance: Port<number, Record<string, never>>;
  /** `/api/character/info/select`. */
  reportRole: Port<void, { readonly recipient: Recipient }>;
  /** Called after each choice. Never rejects: the platform reports a storage failure once. */
  saveDraft: Port<void, { readonly draft: RechargeDraft | null }>;
  saveMemory: Port<void, { readonly memory: RechargeMemory }>;
  deleteIntent: Port<void, { readonly key: string }>;
};

const runEffect =
  (ports: RechargePorts) =>
  (effect: RechargeEffect, signal: AbortSignal): Promise<void> => {
    switch (effect.type) {
      case 'draft.save':
        return ports.saveDraft({ draft: effect.draft }, signal);
      case 'memory.save':
        return ports.saveMemory({ memory: effect.memory }, signal);
      case 'intent.delete':
        return ports.deleteIntent({ key: effect.key }, signal);
      case 'role.report':
        return ports.reportRole({ recipient: effect.recipient }, signal);
    }
  };

const reportFailure = ({ type }: RechargeEffect): EffectReport | null =>
  type === 'role.report' ? { type: 'role.reportFailed' } : null;

export const wireRecharge = (ports: RechargePorts) =>
  rechargeMachine.provide({
    actors: {
      loadItems: wirePort(ports.loadItems),
      loadChannels: wirePort(ports.loadChannels),
      effects: backgroundEffects(runEffect(ports), reportFailure),
      serverList: serversMachine.provide({
        actors: {
          loadCachedServers: wirePort(ports.loadCachedServers),
          loadServers: wirePort(ports.loadServers),
        },
      }),
      coinBalance: coinBalanceMachine.provide({ actors: { loadCoinBalance: wirePort(ports.loadCoinBalance) } }),
      submitOrder: wireSubmitOrder(ports),
    },
  });
