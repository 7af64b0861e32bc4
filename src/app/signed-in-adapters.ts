import type { OrderDetailPorts } from '../../machines/order-detail/order-detail.machine.ts';
import { createBalancePorts, createLoadCoinBalance } from '../adapters/balance.adapter.ts';
import { createContentPorts } from '../adapters/content.adapter.ts';
import { createEpointRechargePorts } from '../adapters/epoint-recharge.adapter.ts';
import { createHomePorts } from '../adapters/home.adapter.ts';
import { createListPorts } from '../adapters/lists.adapter.ts';
import { createOrderReader } from '../adapters/order-reader.ts';
import { createPayUrlCheck } from '../adapters/pay-url-check.ts';
import { createPaymentPorts } from '../adapters/payment.adapter.ts';
import { createRechargePorts } from '../adapters/recharge.adapter.ts';
import { createRecoveryPorts } from '../adapters/recovery.adapter.ts';
import { createRoleList } from '../adapters/role-list.ts';
import { createSendOrder } from '../adapters/send-order.ts';
import { createSignedInPorts } from '../adapters/signed-in.adapter.ts';
import { createSubmitOrderPorts } from '../adapters/submit-order.adapter.ts';
import { deviceOs } from '../platform/device-os.ts';
import { markHiddenTab } from '../platform/page-lifecycle.ts';
import type { SignedInParts } from './api-adapters.ts';

/** The ports that need a session: wizards, payments, orders, lists, content. */
export const createSignedInAdapters = (parts: SignedInParts) => {
  const { api, browser, clock, config, store, deferUntilFirstPaint } = parts;
  const { idempotencyHeader, quoteHeader } = config;
  markHiddenTab(browser);
  const checkPayUrl = createPayUrlCheck(parts);
  const roles = createRoleList(api, store);
  const servers = () => roles.cached() ?? [];
  const reader = createOrderReader({ ...parts, checkPayUrl, servers });
  const loadCoinBalance = createLoadCoinBalance(parts);
  const sendOrder = createSendOrder({
    api,
    roles,
    system: deviceOs(browser.navigator),
    idempotencyHeader,
    quoteHeader,
  });
  const submitOrder = createSubmitOrderPorts({
    ...parts,
    sendOrder,
    reader,
    checkPayUrl,
    honorsKeys: () => idempotencyHeader !== '' && parts.isIdempotent(),
  });
  const listPorts = createListPorts({ api, clock, checkPayUrl, servers, deferUntilFirstPaint });
  return {
    signedInPorts: createSignedInPorts({ ...parts, reader, origin: browser.location.origin }),
    balancePorts: createBalancePorts(parts),
    rechargePorts: createRechargePorts({ api, loadCoinBalance, roles, submitOrder, store, newKey: parts.newId, clock }),
    epointRechargePorts: createEpointRechargePorts({ api, submitOrder, store }),
    paymentPorts: createPaymentPorts({ ...parts, reader, loadCoinBalance }),
    recoveryPorts: createRecoveryPorts({ ...parts, passphrase: config.resetPassphrase }),
    listPorts,
    homePorts: createHomePorts({ api, loadPage: listPorts.loadPage, deferUntilFirstPaint }),
    contentPorts: createContentPorts(parts),
    orderDetailPorts: {
      loadOrder: ({ orderId }, signal) => reader.read({ kind: 'order', orderId }, signal),
    } satisfies OrderDetailPorts,
  };
};
