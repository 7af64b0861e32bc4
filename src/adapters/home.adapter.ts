import type { HomePorts } from '../../machines/home/home.types.ts';
import type { ListPorts } from '../../machines/lists/list.machine.ts';
import { ANY_STATUS } from '../../machines/order/order.status.ts';
import type { ApiClient } from '../api/api-client.ts';
import { eRechargeRebateInfo } from '../contract/e-recharge.contract.ts';
import type { DeferUntilFirstPaint } from './later-calls.ts';

export type HomeParts = {
  readonly api: ApiClient;
  readonly loadPage: ListPorts['loadPage'];
  readonly deferUntilFirstPaint: DeferUntilFirstPaint;
};

const NEWEST = {
  query: { kind: 'orders', status: ANY_STATUS, orderId: '', begin: '', end: '' },
  page: 1,
  size: 10,
} as const;

export const createHomePorts = ({ api, loadPage, deferUntilFirstPaint }: HomeParts): HomePorts => ({
  loadNewestOrders: async (_, signal) => {
    const { content } = await loadPage(NEWEST, signal);
    return content.kind === 'orders' ? content.rows : [];
  },
  loadPointBonus: deferUntilFirstPaint(eRechargeRebateInfo, async (_, signal) => {
    const { rows } = await api.call(eRechargeRebateInfo, {}, { signal });
    const [best] = rows.toSorted((one, other) => other.percent - one.percent);
    return best ? { percent: best.percent, isFirst: best.kind === 'first' } : null;
  }),
});
