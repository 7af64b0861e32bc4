import type { RechargePorts } from '../../machines/recharge/recharge.ports.ts';
import type { SubmitOrderPorts } from '../../machines/wizard/submit-order.machine.ts';
import type { ApiClient } from '../api/api-client.ts';
import { orderWebPayChannel, orderWebProduct } from '../contract/order.contract.ts';
import { characterSelect } from '../contract/user.contract.ts';
import type { ServerClock } from '../platform/server-clock.ts';
import type { AccountStore } from './account-store.ts';
import type { LoadCoinBalance } from './balance.adapter.ts';
import { toChannel, toItem } from './item.mapper.ts';
import { toListed } from './listed.ts';
import type { RoleList } from './role-list.ts';

export type RechargeParts = {
  readonly api: ApiClient;
  readonly loadCoinBalance: LoadCoinBalance;
  readonly roles: RoleList;
  readonly submitOrder: SubmitOrderPorts;
  readonly store: () => AccountStore | null;
  readonly newKey: () => string;
  readonly clock: Pick<ServerClock, 'now'>;
};

const NOTHING = { rows: [], unread: [] };

export const createRechargePorts = (parts: RechargeParts): RechargePorts => {
  const { api, roles, store } = parts;
  return {
    ...parts.submitOrder,
    createConfirmation: async () => ({ key: parts.newKey(), at: parts.clock.now() }),
    loadCachedServers: async () => roles.cached(),
    loadServers: (_, signal) => roles.load(signal),
    reportRole: async ({ recipient: chosen }, signal) => {
      const { serverId, roleId, serverName, roleName } = roles.resolve(chosen) ?? chosen;
      const request = { server_id: serverId, role_id: roleId, server_name: serverName, role_name: roleName };
      await api.call(characterSelect, request, { signal });
    },
    loadItems: async (choice, signal) => {
      const recipient = await roles.find(choice, signal);
      if (!recipient) return NOTHING;
      const request = { role_id: recipient.roleId, server_id: recipient.serverId };
      return toListed(await api.call(orderWebProduct, request, { signal }), toItem, ({ itemId }) => itemId);
    },
    loadChannels: async (choice, signal) => {
      const recipient = await roles.find(choice, signal);
      if (!recipient) return NOTHING;
      const request = { role_id: recipient.roleId, server_id: recipient.serverId, cp_goods_id: choice.itemId };
      return toListed(await api.call(orderWebPayChannel, request, { signal }), toChannel, ({ fieldKey }) => fieldKey);
    },
    loadCoinBalance: parts.loadCoinBalance,
    saveDraft: async ({ draft }) => store()?.saveDraft(draft),
    saveMemory: async ({ memory }) => store()?.saveMemory(memory),
    deleteIntent: async ({ key }) => store()?.deleteIntent(key),
  };
};
