import { failure } from '../../machines/kernel/failure.ts';
import type { Listed } from '../../machines/kernel/listed.ts';
import type { Recipient } from '../../machines/order/order.types.ts';
import { resolveRecipient } from '../../machines/recharge/recharge.recipient.ts';
import type { GameServer } from '../../machines/recharge/servers.machine.ts';
import type { ApiClient } from '../api/api-client.ts';
import { userWebRole } from '../contract/user.contract.ts';
import type { AccountStore } from './account-store.ts';
import { toGameServers } from './server.mapper.ts';

export type RoleList = {
  readonly cached: () => readonly GameServer[] | null;
  /**
   * Loads the list and caches it for the account that requested it. Rejects with `protocolError`, and keeps the cache, if no server can
   * be read.
   */
  readonly load: (signal: AbortSignal) => Promise<Listed<GameServer>>;
  /** The chosen role in the cached list; null if it is missing or ambiguous. */
  readonly resolve: (choice: RoleChoice) => Recipient | null;
  /** Like `resolve`, but loads the list when none is cached. A blank id sends no request and returns null. */
  readonly find: (choice: RoleChoice, signal: AbortSignal) => Promise<Recipient | null>;
};

type RoleChoice = { readonly serverId: string; readonly roleId: string };

export const createRoleList = (api: ApiClient, store: () => AccountStore | null): RoleList => {
  const cached = () => store()?.readServers() ?? null;
  const resolve = (choice: RoleChoice) => resolveRecipient(cached() ?? [], choice);
  const load = async (signal: AbortSignal): Promise<Listed<GameServer>> => {
    const accountStore = store();
    const listed = toGameServers(await api.call(userWebRole, {}, { signal }));
    if (listed.rows.length === 0 && listed.unread.length > 0) throw failure('protocolError');
    accountStore?.saveServers(listed.rows);
    return listed;
  };
  return {
    cached,
    load,
    resolve,
    find: async (choice, signal) => {
      if (!choice.serverId || !choice.roleId) return null;
      return resolveRecipient(cached() ?? (await load(signal)).rows, choice);
    },
  };
};
