import { createEpointClient } from '../api/epoint-client.ts';
import { systemOf } from '../platform/system.ts';
import { createBalancePorts } from './balance.adapter.ts';
import { createContentPorts } from './content.adapter.ts';
import { createListingPorts } from './listing.adapter.ts';
import type { WorkParts } from './network.ts';
import { createOrderCreation } from './order-creation.ts';
import { createOrderDetailPorts } from './order-detail.adapter.ts';
import { createOrderReader } from './order-reader.ts';
import { createOrderRequests } from './order-requests.ts';
import { createOrderingPorts } from './ordering.adapter.ts';
import { createPaymentPorts } from './payment.adapter.ts';
import { createPlayerPorts } from './player.adapter.ts';
import { createPurseReader } from './purse-reader.ts';
import { createRechargePorts } from './recharge.adapter.ts';
import { createRecoveryPorts } from './recovery.adapter.ts';
import { createRoleList } from './role-list.ts';
import { createTopupPorts } from './topup.adapter.ts';

/** The ports of what only a logged-in player does: choosing, ordering, paying, looking an order up. */
export const createWork = (parts: WorkParts) => {
  const { api, browser, clock, config, windows, isPayUrl, store, storeOf } = parts;
  const { idempotencyHeader, quoteHeader } = config;
  const epoint = createEpointClient(api);
  const reader = createOrderReader({ ...parts, epoint });
  const purse = createPurseReader(parts);
  const roles = createRoleList(api, store);
  const requests = createOrderRequests({
    api,
    epoint,
    roles,
    system: systemOf(browser.navigator),
    idempotencyHeader,
    quoteHeader,
  });
  const creation = createOrderCreation({ requests, reader, clock, store, isPayUrl });
  const ordering = createOrderingPorts({ creation, windows, store });
  return {
    playerPorts: createPlayerPorts({ reader, api, windows, origin: browser.location.origin, storeOf, log: parts.log }),
    balancePorts: createBalancePorts(api),
    rechargePorts: createRechargePorts({ api, purse, roles, ordering, store }),
    topupPorts: createTopupPorts({ epoint, ordering, store }),
    paymentPorts: createPaymentPorts({ browser, reader, purse, epoint, windows, clock, store, isPayUrl }),
    recoveryPorts: createRecoveryPorts({ ...parts, passphrase: config.resetPassphrase }),
    listingPorts: createListingPorts({ api, epoints: epoint, clock, isPayUrl }),
    contentPorts: createContentPorts(api),
    orderDetailPorts: createOrderDetailPorts(reader),
  };
};
