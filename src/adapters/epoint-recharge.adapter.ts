import type { EpointRechargePorts } from '../../machines/epoint-recharge/epoint-recharge.machine.ts';
import { toFailure } from '../../machines/kernel/failure.ts';
import { PAYMENT_PAGE_CHANNEL } from '../../machines/order/order.purchase.ts';
import type { Channel } from '../../machines/order/order.types.ts';
import type { SubmitOrderPorts } from '../../machines/wizard/submit-order.machine.ts';
import type { ApiClient } from '../api/api-client.ts';
import { eRechargeItems, eRechargeRebateInfo } from '../contract/e-recharge.contract.ts';
import type { AccountStore } from './account-store.ts';
import { toChannel, toPackage } from './item.mapper.ts';
import { toListed } from './listed.ts';

export type EpointRechargeParts = {
  readonly api: ApiClient;
  readonly submitOrder: SubmitOrderPorts;
  readonly store: () => AccountStore | null;
};

const PAYMENT_PAGE: Channel = { fieldKey: PAYMENT_PAGE_CHANNEL, title: '', isOpen: true, priority: 0 };

/** The shop works without rebates; the page says that they are missing. */
const readRebates = async (api: ApiClient, signal: AbortSignal) => {
  try {
    return { rows: (await api.call(eRechargeRebateInfo, {}, { signal })).rows, failure: null };
  } catch (error) {
    return { rows: null, failure: toFailure(error) };
  }
};

export const createEpointRechargePorts = ({ api, submitOrder, store }: EpointRechargeParts): EpointRechargePorts => ({
  ...submitOrder,
  loadShop: async (_, signal) => {
    const [shop, rebates] = await Promise.all([api.call(eRechargeItems, {}, { signal }), readRebates(api, signal)]);
    const packages = toListed(
      shop.items,
      (row) => toPackage(row, rebates.rows),
      ({ itemId }) => itemId,
    );
    const channels = shop.channels && toListed(shop.channels, toChannel, ({ fieldKey }) => fieldKey);
    return {
      packages: packages.rows,
      channels: channels?.rows ?? [PAYMENT_PAGE],
      unread: [...packages.unread, ...(channels?.unread ?? [])],
      rebateFailure: rebates.failure,
    };
  },
  saveEpointRechargeDraft: async ({ draft }) => store()?.saveEpointRechargeDraft(draft),
  deleteIntent: async ({ key }) => store()?.deleteIntent(key),
});
