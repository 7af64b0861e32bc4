import * as v from 'valibot';
import { bulletinTop, settingWebArticle, settingWebArticleDetail } from '../../../contract/content.contract.ts';
import { eRechargeItems } from '../../../contract/e-recharge.contract.ts';
import {
  epointBalance,
  epointPaymentIdsDetail,
  epointRecord,
  operateCoinBalance,
  paymentCreateEpoint,
  paymentEpointPay,
} from '../../../contract/epoint.contract.ts';
import { orderRecord, orderWebCreate, orderWebPayChannel, orderWebProduct } from '../../../contract/order.contract.ts';
import { settingInit, settingTime, settingWebHomeConf } from '../../../contract/setting.contract.ts';
import { userInfo, userWebRole } from '../../../contract/user.contract.ts';
import type { LabFault } from '../lab/lab.types.ts';
import type { Call, CallResult } from './flow-entries.ts';

const failure = v.object({ reason: v.string(), status: v.number(), code: v.number() });

/** Failures caused by user input; the server needs no fault for them. */
const BY_INPUT: ReadonlySet<string> = new Set(['login', 'resetPassword', 'sendCode']);

/** Slower calls were delayed on purpose, ms. */
const SLOW_MS = 2_500;
const ROUND_MS = 500;

const isEmpty = (output: unknown): boolean => v.is(v.object({ rows: v.pipe(v.array(v.unknown()), v.empty()) }), output);

/** Lists that the sandbox always fills. */
const ALWAYS_FILLED: Readonly<Record<string, (output: unknown) => boolean>> = {
  loadServers: isEmpty,
  loadItems: isEmpty,
  loadChannels: isEmpty,
  loadShop: (output) => v.is(v.object({ packages: v.pipe(v.array(v.unknown()), v.empty()) }), output),
};

const articlePage = v.object({ content: v.object({ kind: v.literal('articles'), rows: v.array(v.unknown()) }) });

const isEmptied = (name: string, output: unknown): boolean => {
  if (name !== 'loadPage') return ALWAYS_FILLED[name]?.(output) ?? false;
  const page = v.safeParse(articlePage, output);
  return page.success && page.output.content.rows.length === 0;
};

const refusedPage = v.object({ payment: v.object({ kind: v.literal('redirect'), payUrl: v.null() }) });

const errorFault = (name: string, error: unknown): LabFault | null => {
  const read = v.safeParse(failure, error);
  if (!read.success) return null;
  const { reason, status, code } = read.output;
  if (reason === 'protocolError') return { kind: 'malformed' };
  if (code !== -1) return { kind: 'code', code, msg: '' };
  if (status === 403) return { kind: 'forbidden' };
  if (reason !== 'requestError' && (reason !== 'systemBusy' || status < 500)) return null;
  return status === 500 && (name === 'createOrder' || name === 'payWithPoints')
    ? { kind: 'cut', at: 10 }
    : { kind: 'status', status };
};

/** The sandbox fault that makes a call return its recorded result; null: a healthy server returns it. `ms`: how long the call took. */
export const callFault = ({ name }: Call, { output, error }: CallResult, ms: number): LabFault | null => {
  if (BY_INPUT.has(name)) return null;
  if (error !== undefined) return errorFault(name, error);
  if (isEmptied(name, output)) return { kind: 'no-rows' };
  if (name === 'createOrder' && v.is(refusedPage, output)) return { kind: 'foreign-pay-page' };
  return ms < SLOW_MS ? null : { kind: 'latency', ms: Math.round(ms / ROUND_MS) * ROUND_MS };
};

/** What the path of a call depends on besides its name: the chosen payment method is E Points, the order is one of the E Point system. */
type CallContext = { readonly paysWithPoints: boolean; readonly isPointOrder: boolean };

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
  loadNextPage: orderRecord.path,
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
