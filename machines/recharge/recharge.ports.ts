import { type Port, wireListener, wirePort } from '../kernel/port.ts';
import type { Channel, Item, OrderTicket, Recipient } from '../order/order.types.ts';
import { orderingMachine } from './ordering.machine.ts';
import { holdWindow } from './ordering.window.ts';
import { runErrands } from './recharge.errands.ts';
import { rechargeMachine } from './recharge.machine.ts';
import type { GameServer, Intent, RechargeDraft, RechargeMemory } from './recharge.types.ts';
import { rosterMachine } from './roster.machine.ts';

/** Every port rejects with a kernel `Failure`. Stored values belong to the active account; the adapter knows which. */
export type RechargePorts = {
  /** The role list cached for this account, or null. Never rejects. */
  readCachedServers: Port<readonly GameServer[] | null, Record<string, never>>;
  /** `/api/user/webRole`; also refreshes the cache. */
  loadServers: Port<readonly GameServer[], Record<string, never>>;
  /** `/api/character/info/select`. */
  reportRole: Port<void, { readonly recipient: Recipient }>;
  /** `/api/order/webProduct`. Empty without server or role, and nothing is sent. */
  loadItems: Port<readonly Item[], { readonly serverId: string; readonly roleId: string }>;
  /** `/api/order/webPayChannel`. */
  loadChannels: Port<
    readonly Channel[],
    { readonly serverId: string; readonly roleId: string; readonly itemId: string }
  >;
  /** `/api/operate/coinBalance`, in E Points. */
  loadCoinBalance: Port<number, Record<string, never>>;
  /** Written through at each choice; a failing storage is reported once by the platform and never rejects. */
  saveDraft: Port<void, { readonly draft: RechargeDraft | null }>;
  saveMemory: Port<void, { readonly memory: RechargeMemory }>;
  /** Must be durable before `createOrder` is asked; rejects (`systemBusy`) when nothing can be stored. */
  saveIntent: Port<void, { readonly intent: Intent }>;
  clearIntent: Port<void, { readonly key: string }>;
  /**
   * `/api/order/webCreate` with the intent's key and quote. Also writes the resume record of the order before it resolves.
   * Rejects `timedOut` or `requestError` when the outcome is unknown.
   */
  createOrder: Port<OrderTicket, { readonly intent: Intent }>;
  /**
   * Finds the intent's order in `/api/order/record` (same item, recipient, within the minute); null when there is none.
   * Writes the resume record of what it finds, as `createOrder` does.
   */
  lookUpOrder: Port<OrderTicket | null, { readonly intent: Intent }>;
  /** Closes the pre-opened window of an order that will not be paid. Never rejects. */
  closeWindow: Port<void, { readonly windowRef: string | null }>;
};

export const wireRecharge = (ports: RechargePorts) =>
  rechargeMachine.provide({
    actors: {
      loadItems: wirePort(ports.loadItems),
      loadChannels: wirePort(ports.loadChannels),
      loadCoinBalance: wirePort(ports.loadCoinBalance),
      errands: wireListener(runErrands(ports)),
      roster: rosterMachine.provide({
        actors: {
          readCachedServers: wirePort(ports.readCachedServers),
          loadServers: wirePort(ports.loadServers),
        },
      }),
      ordering: orderingMachine.provide({
        actors: {
          saveIntent: wirePort(ports.saveIntent),
          createOrder: wirePort(ports.createOrder),
          lookUpOrder: wirePort(ports.lookUpOrder),
          heldWindow: wireListener(holdWindow(ports)),
        },
      }),
    },
  });
