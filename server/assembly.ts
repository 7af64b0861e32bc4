import type { Mount, StartWorker } from './app-context.ts';
import { startDeliveryWorker } from './delivery/worker.ts';
import { startHousekeeping } from './operations/housekeeping.ts';
import { startReconciliation } from './operations/reconciliation.ts';
import { mountAnalytics, mountAnalyticsGate } from './routes/analytics.route.ts';
import { epointBalanceRoute, operateCoinBalanceRoute } from './routes/balance.route.ts';
import { mountCashier } from './routes/cashier.route.ts';
import { orderWebPayChannelRoute, orderWebProductRoute } from './routes/catalogue.route.ts';
import { bulletinTopRoute, settingWebArticleDetailRoute, settingWebArticleRoute } from './routes/content.route.ts';
import { eRechargeItemsRoute, eRechargeRebateInfoRoute } from './routes/e-recharge.route.ts';
import { paymentCreateEpointRoute, paymentEpointPayRoute } from './routes/epoint-order.route.ts';
import { epointPaymentIdsDetailRoute, epointRecordRoute } from './routes/epoint-record.route.ts';
import { orderCreateRoute } from './routes/order-create.route.ts';
import { mountPublisher } from './routes/publisher.route.ts';
import { orderRecordRoute } from './routes/record.route.ts';
import { characterSelectRoute, userWebRoleRoute } from './routes/role.route.ts';
import type { Route } from './routes/route.ts';
import { mountSandbox } from './routes/sandbox.route.ts';
import { mountService } from './routes/service.route.ts';
import { settingInitRoute, settingTimeRoute, settingWebHomeConfRoute } from './routes/setting.route.ts';
import { userSdkTicketGetRoute } from './routes/ticket.route.ts';
import { userInfoRoute, userLoginRoute, userLogoutRoute } from './routes/user.route.ts';
import {
  emailCodeSendRoute,
  emailPswResetRoute,
  phoneCodeSendRoute,
  phonePswResetRoute,
} from './routes/verification.route.ts';
import { mountWebhook } from './routes/webhook.route.ts';
import { mountFaults } from './sandbox/fault-middleware.ts';

/** Every call of the contract that this server answers. */
export const ROUTES: readonly Route[] = [
  userInfoRoute,
  userLoginRoute,
  userLogoutRoute,
  userSdkTicketGetRoute,
  emailCodeSendRoute,
  phoneCodeSendRoute,
  emailPswResetRoute,
  phonePswResetRoute,
  userWebRoleRoute,
  characterSelectRoute,
  settingTimeRoute,
  settingInitRoute,
  settingWebHomeConfRoute,
  settingWebArticleRoute,
  settingWebArticleDetailRoute,
  bulletinTopRoute,
  operateCoinBalanceRoute,
  epointBalanceRoute,
  orderWebProductRoute,
  orderWebPayChannelRoute,
  orderCreateRoute,
  orderRecordRoute,
  eRechargeItemsRoute,
  eRechargeRebateInfoRoute,
  paymentCreateEpointRoute,
  paymentEpointPayRoute,
  epointRecordRoute,
  epointPaymentIdsDetailRoute,
];

/** What may refuse a request before its body is read. */
export const GATES: readonly Mount[] = [mountAnalyticsGate];

/** What is mounted before the calls of the contract: it may add middleware in front of them. */
export const MOUNTS: readonly Mount[] = [
  mountFaults,
  mountAnalytics,
  mountWebhook,
  mountCashier,
  mountPublisher,
  mountSandbox,
  mountService,
];

/** Work beside requests, started once the server listens. */
export const WORKERS: readonly StartWorker[] = [startDeliveryWorker, startHousekeeping, startReconciliation];
