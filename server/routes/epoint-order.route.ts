import { EPOINT_CHANNEL, paymentCreateEpoint, paymentEpointPay } from '../../src/contract/epoint.contract.ts';
import { REPLAYED_HEADER } from '../../src/contract/headers.ts';
import { createOrder } from '../checkout/order-creation.ts';
import type { OrderSelection } from '../checkout/order-key.ts';
import { ITEM_ROWS, itemForPointsOffer, itemValues, pointsOffer } from '../checkout/order-rules.ts';
import { packageOffer } from '../checkout/point-packages.ts';
import { payWithPoints } from '../ledger/point-payment.ts';
import { paymentFields, secondsOf } from '../orders/order-rows.ts';
import { paymentServices } from '../payments/registry.ts';
import { CODE } from '../runtime/codes.ts';
import { createSessionReader } from '../users/session-store.ts';
import { readOrderHeaders } from './order-headers.ts';
import { type InputOf, prefetchRoute, refusal, route, success } from './route.ts';

const readWithItem = createSessionReader(ITEM_ROWS);

type Input = InputOf<typeof paymentCreateEpoint>;

/** The purchased item or package: E Points for money, or a game item for E Points. */
const selectionOf = (input: Input): OrderSelection =>
  'item_id' in input
    ? { roleId: '', serverId: '', goodsId: input.item_id, channelCode: input.channel_code ?? '' }
    : {
        roleId: input.role_id,
        serverId: input.server_id,
        goodsId: input.cp_goods_id,
        channelCode: EPOINT_CHANNEL,
      };

export const paymentCreateEpointRoute = prefetchRoute(
  paymentCreateEpoint,
  (input) =>
    'item_id' in input ? null : (db, token, now) => readWithItem(db, token, now, itemValues(selectionOf(input))),
  async ({ context, input, clientId, traceId, header, now, priceChangeMinor }, session, rows) => {
    const headers = readOrderHeaders(header);
    if (!headers) return refusal(CODE.parameterException);
    const { userId, gameAccountId: uid } = session;
    const { path } = paymentCreateEpoint;
    const creation = await createOrder(paymentServices(context), {
      ...headers,
      priceChangeMinor,
      selection: selectionOf(input),
      readOffer: 'item_id' in input ? packageOffer(input.epoints, now) : itemForPointsOffer,
      ...(rows && { offer: pointsOffer(rows, { ...headers, priceChangeMinor }) }),
      userId,
      uid,
      clientId,
      traceId,
      path,
    });
    if (creation.kind === 'refused') return refusal(creation.code);
    const { orderId, payment, epoints, createdAt, isReplay } = creation;
    return success(
      { paymentId: orderId, ...paymentFields(payment), epoints, create_ts: secondsOf(createdAt) },
      isReplay ? { [REPLAYED_HEADER]: 'true' } : {},
    );
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
