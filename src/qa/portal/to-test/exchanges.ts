import * as v from 'valibot';
import { bulletinTop, settingWebArticle, settingWebArticleDetail } from '../../../contract/content.contract.ts';
import { eRechargeItems, eRechargeRebateInfo } from '../../../contract/e-recharge.contract.ts';
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
import type { LabFault } from '../lab/lab.sandbox.ts';
import { type Call, type CallResult, type FlowEntry, type Moment, outputAs } from './flow-entries.ts';

const failure = v.object({ reason: v.string(), status: v.number(), code: v.number() });

/** Failures caused by user input; the server needs no fault for them. */
const BY_INPUT: ReadonlySet<string> = new Set(['login', 'resetPassword', 'sendCode']);

/** Slower calls were delayed on purpose, ms. */
const SLOW_MS = 2_500;
const ROUND_MS = 500;

const nothing = v.pipe(v.array(v.unknown()), v.empty());
const noRows = v.object({ rows: nothing });

/** Lists that the sandbox always fills, when they are empty. */
const EMPTY: Readonly<Record<string, v.GenericSchema>> = {
  loadServers: noRows,
  loadItems: noRows,
  loadChannels: noRows,
  loadShop: v.object({ packages: nothing }),
  loadPage: v.object({ content: v.object({ kind: v.literal('articles'), rows: nothing }) }),
};

const refusedPage = v.object({ payment: v.object({ kind: v.literal('redirect'), payUrl: v.null() }) });

const errorFault = (name: string, error: unknown): LabFault | null => {
  const read = outputAs(failure, error);
  if (!read) return null;
  const { reason, status, code } = read;
  if (reason === 'protocolError') return { kind: 'malformed' };
  if (code !== -1) return { kind: 'code', code, msg: '' };
  if (status === 403) return { kind: 'forbidden' };
  if (reason !== 'requestError' && (reason !== 'systemBusy' || status < 500)) return null;
  return status === 500 && (name === 'createOrder' || name === 'payWithPoints')
    ? { kind: 'cut', at: 10 }
    : { kind: 'status', status };
};

/** The sandbox fault that makes a call return its recorded result; null: a healthy server returns it. `ms`: how long the call took. */
const callFault = ({ name }: Call, { output, error }: CallResult, ms: number): LabFault | null => {
  if (BY_INPUT.has(name)) return null;
  if (error !== undefined) return errorFault(name, error);
  if (EMPTY[name] && v.is(EMPTY[name], output)) return { kind: 'no-rows' };
  if (name === 'createOrder' && v.is(refusedPage, output)) return { kind: 'foreign-pay-page' };
  return ms < SLOW_MS ? null : { kind: 'latency', ms: Math.round(ms / ROUND_MS) * ROUND_MS };
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

/** A call with its response. `slot`: index of the action or page load before it. `faults`: by path, null for a healthy answer. */
export type Exchange = {
  readonly call: Call;
  readonly start: Moment;
  readonly end: Moment;
  readonly result: CallResult;
  readonly slot: number;
  readonly faults: ReadonlyMap<string, LabFault | null>;
};

const ticket = v.object({ orderId: v.string(), kind: v.picklist(['order', 'epoint']) });
const offers = v.array(
  v.object({
    itemId: v.string(),
    price: v.object({ minor: v.number() }),
    credit: v.nullable(v.object({ rebate: v.number() })),
  }),
);
const shop = v.object({ packages: offers });
const listedOffers = v.object({ rows: offers });
const servers = v.object({ rows: v.array(v.object({ status: v.number(), roles: v.array(v.unknown()) })) });

const OPEN = 0;
const MANY_SERVERS = 60;
const ORDER_OF_PAYMENT = /\/payment\.([^/]+)/;

type Offers = v.InferOutput<typeof offers>;

const offersOf = (output: unknown): Offers =>
  outputAs(shop, output)?.packages ?? outputAs(listedOffers, output)?.rows ?? [];

const serversFault = (output: unknown): LabFault | null => {
  const rows = outputAs(servers, output)?.rows ?? [];
  if (rows.length === 0) return null;
  if (rows.every(({ status }) => status !== OPEN)) return { kind: 'maintenance' };
  if (rows.every(({ roles }) => roles.length === 0)) return { kind: 'missing-role' };
  return rows.length >= MANY_SERVERS ? { kind: 'many-servers' } : null;
};

/** What a call's path and faults depend on besides the call: the first offers of a list, the chosen method, the orders so far. */
const createMemory = () => {
  const first = new Map<string, Offers>();
  const kinds = new Map<string, 'order' | 'epoint'>();
  let paysWithPoints = false;
  return {
    note: (entry: FlowEntry): void => {
      if (entry.kind === 'action' && entry.event.type === 'channel.pick')
        paysWithPoints = entry.machine === 'recharge' && entry.event['channelCode'] === 'epoint';
      if (entry.kind !== 'response') return;
      const made = outputAs(ticket, entry.result.output);
      if (made) kinds.set(made.orderId, made.kind);
    },
    /** The API path that a call requests; null for a call without a path, or with a path that a fault cannot reach. */
    pathOf: ({ name, owner, page }: Call): string | null => {
      switch (name) {
        case 'loadPage':
          return listPath(page);
        case 'readOrder': {
          const kind = kinds.get(ORDER_OF_PAYMENT.exec(owner)?.[1] ?? '');
          return kind === 'epoint' ? epointPaymentIdsDetail.path : orderRecord.path;
        }
        case 'createOrder':
          return paysWithPoints || owner.includes('/epointRecharge/') ? paymentCreateEpoint.path : orderWebCreate.path;
        default:
          return PATHS[name] ?? null;
      }
    },
    /** Prices and bonuses that differ from those of the first response. */
    changesOf: ({ name }: Call, { output }: CallResult) => {
      const now = offersOf(output);
      const before = first.get(name) ?? now;
      if (now.length > 0) first.set(name, before);
      const was = new Map(before.map((offer) => [offer.itemId, offer]));
      return {
        hasNewPrice: now.some(({ itemId, price }) => was.get(itemId)?.price.minor !== price.minor),
        hasLostBonus: now.some(({ itemId, credit }) => (was.get(itemId)?.credit?.rebate ?? 0) > (credit?.rebate ?? 0)),
      };
    },
  };
};

type Pending = Pick<Exchange, 'call' | 'start' | 'slot'>;

/** Every call that got a response, in the order of their starts. */
export const exchangesOf = (all: readonly FlowEntry[]): readonly Exchange[] => {
  const memory = createMemory();
  const pending = new Map<string, Pending>();
  const slots = new Map<number, number>();
  const found: Exchange[] = [];
  let slot = -1;

  const close = (key: string, one: Pending, end: Moment, result: CallResult, signal: LabFault | null): void => {
    pending.delete(key);
    const { call, start } = one;
    const path = memory.pathOf(call);
    const faults = new Map<string, LabFault | null>();
    if (path !== null) {
      const { hasNewPrice, hasLostBonus } = memory.changesOf(call, result);
      const fault =
        signal ??
        callFault(call, result, end.at - start.at) ??
        (call.name === 'loadServers' ? serversFault(result.output) : null);
      faults.set(path, fault ?? (hasNewPrice ? { kind: 'changed-price' } : null));
      if (call.name === 'loadShop') faults.set(eRechargeRebateInfo.path, hasLostBonus ? { kind: 'no-rows' } : null);
    }
    found.push({ call, start, end, result, slot: one.slot, faults });
  };

  for (const entry of all) {
    memory.note(entry);
    const { run, at, row } = entry;
    const moment: Moment = { run, at, row };
    if (entry.kind === 'load' || entry.kind === 'action') {
      slot += 1;
      slots.set(run, slot);
    } else if (entry.kind === 'call')
      pending.set(`${run} ${entry.path}`, { call: entry.call, start: moment, slot: slots.get(run) ?? 0 });
    else if (entry.kind === 'response') {
      const key = `${run} ${entry.path}`;
      const one = pending.get(key);
      if (one) close(key, one, moment, entry.result, null);
    } else {
      const fault = SIGNALS[entry.event.type];
      const last = [...pending].findLast(
        ([key, { call }]) => key.startsWith(`${run} `) && memory.pathOf(call) !== null,
      );
      if (fault && last) close(last[0], last[1], moment, {}, fault);
    }
  }
  return found.toSorted((a, b) => a.start.at - b.start.at);
};

/** Responses that end the session reach the portal as signals, not as the result of the call. */
const SIGNALS: Readonly<Record<string, LabFault>> = {
  'http.unauthorized': { kind: 'token-invalid' },
  'http.kicked': { kind: 'forced-logout' },
};
