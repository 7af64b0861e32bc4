import type { Mount } from '../kernel/context.ts';
import { mountFaults } from '../sandbox/fault-middleware.ts';
import { mountAnalytics, mountAnalyticsGate } from './analytics.route.ts';
import { epointBalanceRoute, operateCoinBalanceRoute } from './balance.route.ts';
import { mountCashier } from './cashier.route.ts';
import { orderWebPayChannelRoute, orderWebProductRoute } from './catalogue.route.ts';
import { bulletinTopRoute, settingWebArticleDetailRoute, settingWebArticleRoute } from './content.route.ts';
import { eRechargeItemsRoute, eRechargeRebateInfoRoute } from './e-recharge.route.ts';
import { paymentCreateEpointRoute, paymentEpointPayRoute } from './epoint-order.route.ts';
import { epointPaymentIdsDetailRoute, epointRecordRoute } from './epoint-record.route.ts';
import { orderCreateRoute } from './order-create.route.ts';
import { mountPublisher } from './publisher.route.ts';
import { orderRecordRoute } from './record.route.ts';
import { characterSelectRoute, userWebRoleRoute } from './role.route.ts';
import type { Route } from './route.ts';
import { mountSandbox } from './sandbox.route.ts';
import { mountService } from './service.route.ts';
import { settingInitRoute, settingTimeRoute, settingWebHomeConfRoute } from './setting.route.ts';
import { userSdkTicketGetRoute } from './ticket.route.ts';
import { userInfoRoute, userLoginRoute, userLogoutRoute } from './user.route.ts';
import {
  emailCodeSendRoute,
  emailPswResetRoute,
  phoneCodeSendRoute,
  phonePswResetRoute,
} from './verification.route.ts';
import { mountWebhook } from './webhook.route.ts';

/** All contract calls. */
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

/** Middleware that may reject a request before its body is read. */
export const EARLY_MIDDLEWARE: readonly Mount[] = [mountAnalyticsGate];

/** Middleware and routes outside the contract, mounted before the contract calls. */
export const MIDDLEWARE: readonly Mount[] = [
  mountFaults,
  mountAnalytics,
  mountWebhook,
  mountCashier,
  mountPublisher,
  mountSandbox,
  mountService,
];
