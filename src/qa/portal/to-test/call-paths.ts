import { bulletinTop, settingWebArticle, settingWebArticleDetail } from '../../../contract/content.contract.ts';
import { eRechargeItems } from '../../../contract/e-recharge.contract.ts';
import { epointBalance, operateCoinBalance } from '../../../contract/epoint.contract.ts';
import {
  epointPaymentIdsDetail,
  epointRecord,
  paymentCreateEpoint,
  paymentEpointPay,
} from '../../../contract/epoint-order.contract.ts';
import { orderRecord, orderWebCreate, orderWebPayChannel, orderWebProduct } from '../../../contract/order.contract.ts';
import { settingInit, settingTime, settingWebHomeConf } from '../../../contract/setting.contract.ts';
import { userInfo, userWebRole } from '../../../contract/user.contract.ts';
import type { Call } from './flow-entries.ts';

/** What the path of a call depends on besides its name. */
export type CallContext = {
  /** The chosen payment method is E Points. */
  readonly paysWithPoints: boolean;
  /** The order is one of the E Point system. */
  readonly isPointOrder: boolean;
};

const PATHS: Readonly<Record<string, string>> = {
  loadConfig: settingInit.path,
  loadHome: settingWebHomeConf.path,
  syncClock: settingTime.path,
  restore: userInfo.path,
  loadBulletins: bulletinTop.path,
  loadBalance: epointBalance.path,
  loadCoinBalance: operateCoinBalance.path,
  checkBalance: operateCoinBalance.path,
  loadUnpaidOrders: orderRecord.path,
  lookUpOrder: orderRecord.path,
  loadOrder: orderRecord.path,
  loadServers: userWebRole.path,
  loadItems: orderWebProduct.path,
  loadChannels: orderWebPayChannel.path,
  loadShop: eRechargeItems.path,
  payWithPoints: paymentEpointPay.path,
  loadArticle: settingWebArticleDetail.path,
};

const listPath = (page: string): string => {
  if (page.startsWith('/main/account/epoint')) return epointRecord.path;
  return page.startsWith('/main/account') ? orderRecord.path : settingWebArticle.path;
};

/** The API path that a call requests; null for a call without a path, or with a path that a fault cannot reach. */
export const callPath = ({ name, owner, page }: Call, { paysWithPoints, isPointOrder }: CallContext): string | null => {
  switch (name) {
    case 'loadPage':
      return listPath(page);
    case 'readOrder':
      return isPointOrder ? epointPaymentIdsDetail.path : orderRecord.path;
    case 'createOrder':
      return paysWithPoints || owner.includes('/epointRecharge/') ? paymentCreateEpoint.path : orderWebCreate.path;
    default:
      return PATHS[name] ?? null;
  }
};
