import { EPOINT_CHANNEL, paymentCreateEpoint, paymentEpointPay } from '../../src/contract/epoint.contract.ts';
import { IDEMPOTENCY_HEADER, QUOTE_HEADER, REPLAYED_HEADER } from '../../src/contract/headers.ts';
import { orderWebCreate } from '../../src/contract/order.contract.ts';
import { type Creation, createOrder } from '../checkout/order-creation.ts';
import { type OrderRequest, readIdempotencyKey } from '../checkout/order-insertion.ts';
import {
  ITEM_ROWS,
  itemForPointsOffer,
  itemOffer,
  itemValues,
  moneyOffer,
  type OrderSelection,
  pointsOffer,
} from '../checkout/order-rules.ts';
import { packageOffer } from '../checkout/point-packages.ts';
import { payWithPoints } from '../ledger/point-payment.ts';
import { paymentFields, secondsOf } from '../orders/order-rows.ts';
import { payableBy, paymentServices } from '../payments/registry.ts';
import { CODE } from '../runtime/codes.ts';
import { createSessionReader, type Session } from '../users/session-store.ts';
import {
  type Call,
  type EarlyRead,
  type InputOf,
  prefetchRoute,
  type Refusal,
  refusal,
  route,
  type Success,
  success,
} from './route.ts';

type ItemRows = Parameters<typeof moneyOffer>[0];

const WHOLE = /^[1-9]\d{0,8}$/;

/** The two extra headers of order creation; null: one is malformed. `quoteMinor`: US cents, or E Points. */
const readOrderHeaders = (header: (name: string) => string) => {
  const key = readIdempotencyKey(header(IDEMPOTENCY_HEADER));
  const quote = header(QUOTE_HEADER);
  if (!key.ok || (quote && !WHOLE.test(quote))) return null;
  return { key: key.key, quoteMinor: quote ? Number(quote) : null };
};

type Input = InputOf<typeof orderWebCreate> | InputOf<typeof paymentCreateEpoint>;

/** The purchased item or package. A game item without a channel is paid with E Points. */
const selectionOf = (input: Input): OrderSelection => {
  if ('item_id' in input)
    return { roleId: '', serverId: '', goodsId: input.item_id, channelCode: input.channel_code ?? '' };
  const channelCode = 'channel_code' in input ? input.channel_code : EPOINT_CHANNEL;
  return { roleId: input.role_id, serverId: input.server_id, goodsId: input.cp_goods_id, channelCode };
};

const readWithSession = createSessionReader(ITEM_ROWS);

const prefetch =
  (input: Input): EarlyRead<ItemRows> =>
  (db, token, now) =>
    readWithSession(db, token, now, itemValues(selectionOf(input)));

/** `rows`: those of the item, if they were read with the session. */
const create = async <Result>(
  { context, input, clientId, traceId, header, priceChangeMinor }: Call<Input>,
  { userId, gameAccountId: uid }: Session,
  rows: ItemRows | null,
  { offerOf, ...kind }: Pick<OrderRequest, 'path' | 'readOffer'> & { readonly offerOf: typeof moneyOffer },
  resultOf: (order: Extract<Creation, { readonly kind: 'order' }>) => Result,
): Promise<Success<Result> | Refusal> => {
  const headers = readOrderHeaders(header);
  if (!headers) return refusal(CODE.parameterException);
  const services = paymentServices(context);
  const pricing = { ...headers, priceChangeMinor };
  const offer = rows && offerOf(rows, payableBy(services), pricing);
  const from = { userId, uid, clientId, traceId, selection: selectionOf(input) };
  const creation = await createOrder(services, { ...kind, ...pricing, ...from, ...(offer && { offer }) });
  if (creation.kind === 'refused') return refusal(creation.code);
  return success(resultOf(creation), creation.isReplay ? { [REPLAYED_HEADER]: 'true' } : {});
};

export const orderWebCreateRoute = prefetchRoute(orderWebCreate, prefetch, (call, session, rows) => {
  const kind = { path: orderWebCreate.path, readOffer: itemOffer, offerOf: moneyOffer };
  return create(call, session, rows, kind, ({ orderId, payment, createdAt }) => {
    if (payment === null) throw new Error(`order ${orderId} has no payment`);
    return { ...paymentFields(payment), sdk_order_id: orderId, create_ts: secondsOf(createdAt) };
  });
});

/** E Points for money, or a game item for E Points. */
export const paymentCreateEpointRoute = prefetchRoute(
  paymentCreateEpoint,
  (input) => ('item_id' in input ? null : prefetch(input)),
  (call, session, rows) => {
    const { input, now } = call;
    const readOffer = 'item_id' in input ? packageOffer(input.epoints, now) : itemForPointsOffer;
    const offerOf: typeof moneyOffer = (item, _, pricing) => pointsOffer(item, pricing);
    const kind = { path: paymentCreateEpoint.path, readOffer, offerOf };
    return create(call, session, rows, kind, ({ orderId, payment, epoints, createdAt }) => ({
      paymentId: orderId,
      ...paymentFields(payment),
      epoints,
      create_ts: secondsOf(createdAt),
    }));
  },
);

export const paymentEpointPayRoute = route(paymentEpointPay, async ({ context, input }, session) => {
  const payment = await payWithPoints(context, session.userId, input.paymentId);
  if (payment.kind === 'refused') return refusal(payment.code);
  const { basic, present, basicAfter, presentAfter, at } = payment.transaction;
  return success({
    paymentId: input.paymentId,
    basic: Math.abs(basic),
    present: Math.abs(present),
    basic_after: basicAfter,
    present_after: presentAfter,
    pay_ts: secondsOf(at),
  });
});
