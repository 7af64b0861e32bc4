import type { RechargePorts } from '../../machines/recharge/recharge.ports.ts';
import type { SubmitOrderPorts } from '../../machines/wizard/submit-order.types.ts';
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

export const createRechargePorts = ({
  api,
  loadCoinBalance,
  roles,
  submitOrder,
  store,
  newKey,
  clock,
}: RechargeParts): RechargePorts => ({
  ...submitOrder,
  createConfirmation: async () => ({ key: newKey(), at: clock.now() }),
  loadCachedServers: async () => roles.cached(),
  loadServers: (_, signal) => roles.load(signal),
  reportRole: async ({ recipient: chosen }, signal) => {
    const recipient = roles.resolve(chosen) ?? chosen;
    await api.call(
      characterSelect,
      {
        server_id: recipient.serverId,
        role_id: recipient.roleId,
        server_name: recipient.serverName,
        role_name: recipient.roleName,
      },
      { signal },
    );
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
  loadCoinBalance,
  saveDraft: async ({ draft }) => store()?.saveDraft(draft),
  saveMemory: async ({ memory }) => store()?.saveMemory(memory),
  deleteIntent: async ({ key }) => store()?.deleteIntent(key),
});
