import { coinBalanceMachine } from '../balance/coin-balance.machine.ts';
import { type Port, wireListener, wirePort } from '../kernel/port.ts';
import type { Channel, Item } from '../order/order.types.ts';
import { type SubmitOrderPorts, wireSubmitOrder } from '../wizard/submit-order.ports.ts';
import { type EffectPorts, runEffects } from './recharge.effects.ts';
import { rechargeMachine } from './recharge.machine.ts';
import { serversMachine } from './servers.machine.ts';
import type { GameServer } from './servers.types.ts';

/** Every port rejects with a kernel `Failure`. Stored values belong to the active account; the adapter knows which. */
export type RechargePorts = SubmitOrderPorts &
  EffectPorts & {
    /** The role list cached for this account, or null. Never rejects. */
    readCachedServers: Port<readonly GameServer[] | null, Record<string, never>>;
    /** `/api/user/webRole`; also refreshes the cache. */
    loadServers: Port<readonly GameServer[], Record<string, never>>;
    /** `/api/order/webProduct`. Empty without server or role, and nothing is sent. */
    loadItems: Port<readonly Item[], { readonly serverId: string; readonly roleId: string }>;
    /** `/api/order/webPayChannel`. */
    loadChannels: Port<
      readonly Channel[],
      { readonly serverId: string; readonly roleId: string; readonly itemId: string }
    >;
    /** `/api/operate/coinBalance`, in E Points. */
    loadCoinBalance: Port<number, Record<string, never>>;
  };

export const wireRecharge = (ports: RechargePorts) =>
  rechargeMachine.provide({
    actors: {
      loadItems: wirePort(ports.loadItems),
      loadChannels: wirePort(ports.loadChannels),
      effects: wireListener(runEffects(ports)),
      serverList: serversMachine.provide({
        actors: {
          readCachedServers: wirePort(ports.readCachedServers),
          loadServers: wirePort(ports.loadServers),
        },
      }),
      coinBalance: coinBalanceMachine.provide({ actors: { loadCoinBalance: wirePort(ports.loadCoinBalance) } }),
      ordering: wireSubmitOrder(ports),
    },
  });
