import { createBalancePorts } from './balance.adapter.ts';
import { createOrderCreation } from './order-creation.ts';
import { createOrderDetailPorts } from './order-detail.adapter.ts';
import { createOrderReader } from './order-reader.ts';
import { createPaymentPorts } from './payment.adapter.ts';
import { createPlayerPorts } from './player.adapter.ts';
import { createRechargePorts } from './recharge.adapter.ts';
import { createRoleList } from './role-list.ts';
import type { WorkParts } from './world.ts';

/** The ports of what only a logged-in player does: choosing, ordering, paying, looking an order up. */
export const createWork = (parts: WorkParts) => {
  const { api, browser, clock, config, windows, isPayUrl, store, storeOf } = parts;
  const { idempotencyHeader, quoteHeader } = config;
  const reader = createOrderReader(parts);
  const roles = createRoleList(api, store);
  const creation = createOrderCreation({ api, roles, reader, clock, store, isPayUrl, idempotencyHeader, quoteHeader });
  return {
    playerPorts: createPlayerPorts({ reader, storeOf }),
    balancePorts: createBalancePorts(api),
    rechargePorts: createRechargePorts({ api, roles, creation, windows, store }),
    paymentPorts: createPaymentPorts({ browser, reader, windows, clock, store, isPayUrl }),
    orderDetailPorts: createOrderDetailPorts(reader),
  };
};
