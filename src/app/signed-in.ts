import { articleMachine } from '../../machines/article/article.machine.ts';
import { balanceMachine } from '../../machines/balance/balance.machine.ts';
import { bulletinsMachine } from '../../machines/bulletins/bulletins.machine.ts';
import { wireEpointRecharge } from '../../machines/epoint-recharge/epoint-recharge.machine.ts';
import { homeMachine } from '../../machines/home/home.machine.ts';
import { wire } from '../../machines/kernel/port.ts';
import { wireListRoute } from '../../machines/lists/list-route.machine.ts';
import { type OrderDetailPorts, orderDetailMachine } from '../../machines/order-detail/order-detail.machine.ts';
import { wirePayment } from '../../machines/payment/payment.machine.ts';
import { wireRecharge } from '../../machines/recharge/recharge.ports.ts';
import { wirePasswordReset } from '../../machines/session/password-reset.machine.ts';
import { verificationMachine } from '../../machines/session/verification.machine.ts';
import { wireSignedIn } from '../../machines/signed-in/signed-in.machine.ts';
import { createBalancePorts, createLoadCoinBalance } from '../adapters/balance.adapter.ts';
import { createContentPorts } from '../adapters/content.adapter.ts';
import { createEpointRechargePorts } from '../adapters/epoint-recharge.adapter.ts';
import { createHomePorts } from '../adapters/home.adapter.ts';
import { createListPorts } from '../adapters/lists.adapter.ts';
import { createOrderReader } from '../adapters/order-reader.ts';
import { createPayUrlCheck, createToOrderRecords } from '../adapters/order-record.mapper.ts';
import { createPaymentPorts } from '../adapters/payment.adapter.ts';
import { createRechargePorts } from '../adapters/recharge.adapter.ts';
import { createRecoveryPorts } from '../adapters/recovery.adapter.ts';
import { createRoleList } from '../adapters/role-list.ts';
import { createSendOrder } from '../adapters/send-order.ts';
import { createSignedInPorts } from '../adapters/signed-in.adapter.ts';
import { createSubmitOrderPorts } from '../adapters/submit-order.adapter.ts';
import { deviceOs } from '../platform/device-os.ts';
import { markHiddenTab } from '../platform/page-lifecycle.ts';
import { startServiceWorker } from '../platform/service-worker.ts';
import type { PortalActor } from '../views/app/portal.context.tsx';
import type { SignedInParts } from './api-adapters.ts';
import { lazyWire } from './lazy-code.ts';
import { guardUnload } from './unload.guard.ts';

/** The ports that need a session: wizards, payments, orders, lists, content. */
export const createSignedInAdapters = (parts: SignedInParts) => {
  const { api, browser, clock, config, store, deferUntilFirstPaint } = parts;
  markHiddenTab(browser);
  const checkPayUrl = createPayUrlCheck(parts);
  const roles = createRoleList(api, store);
  const toRecords = createToOrderRecords(checkPayUrl, () => roles.cached() ?? []);
  const reader = createOrderReader({ ...parts, toRecords });
  const loadCoinBalance = createLoadCoinBalance(parts);
  const sendOrder = createSendOrder({ ...config, api, roles, system: deviceOs(browser.navigator) });
  const submitOrder = createSubmitOrderPorts({
    ...parts,
    sendOrder,
    reader,
    checkPayUrl,
    honorsKeys: () => config.idempotencyHeader !== '' && parts.isIdempotent(),
  });
  const listPorts = createListPorts({ api, clock, toRecords, deferUntilFirstPaint });
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

/** The signed-in half of the composition root: the machines and adapters that need a session. */
export const createSignedIn = (parts: SignedInParts, portal: PortalActor) => {
  guardUnload(parts.browser, portal);
  if (import.meta.env.PROD && !import.meta.env.VITE_QA) void startServiceWorker();
  const ports = createSignedInAdapters(parts);
  return {
    signedIn: wireSignedIn(ports.signedInPorts, {
      recharge: lazyWire(() => wireRecharge(ports.rechargePorts)),
      epointRecharge: lazyWire(() => wireEpointRecharge(ports.epointRechargePorts)),
      payment: lazyWire(() => wirePayment(ports.paymentPorts)),
      orderDetail: lazyWire(() => wire(orderDetailMachine, ports.orderDetailPorts)),
      balance: lazyWire(() => wire(balanceMachine, ports.balancePorts)),
      listRoute: lazyWire(() => wireListRoute(ports.listPorts)),
      article: lazyWire(() => wire(articleMachine, ports.contentPorts)),
      bulletins: lazyWire(() => wire(bulletinsMachine, ports.contentPorts)),
      home: lazyWire(() => wire(homeMachine, ports.homePorts)),
    }),
    verification: lazyWire(() => wire(verificationMachine, ports.recoveryPorts)),
    passwordReset: lazyWire(() => wirePasswordReset(ports.recoveryPorts)),
  };
};
