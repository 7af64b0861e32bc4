import { REPLAYED_HEADER } from '../../src/contract/headers.ts';
import { orderWebCreate } from '../../src/contract/order.contract.ts';
import { createOrder } from '../checkout/order-creation.ts';
import { ITEM_ROWS, itemOffer, itemValues, moneyOffer, type OrderSelection } from '../checkout/order-rules.ts';
import { paymentFields, secondsOf } from '../orders/order-rows.ts';
import { payableBy, paymentServices } from '../payments/registry.ts';
import { CODE } from '../runtime/codes.ts';
import { createSessionReader } from '../users/session-store.ts';
import { readOrderHeaders } from './order-headers.ts';
import { type InputOf, prefetchRoute, refusal, success } from './route.ts';

const readWithItem = createSessionReader(ITEM_ROWS);

const selectionOf = (input: InputOf<typeof orderWebCreate>): OrderSelection => ({
  roleId: input.role_id,
  serverId: input.server_id,
  goodsId: input.cp_goods_id,
  channelCode: input.channel_code,
});

export const orderWebCreateRoute = prefetchRoute(
  orderWebCreate,
  (input) => (db, token, now) => readWithItem(db, token, now, itemValues(selectionOf(input))),
  async ({ context, input, clientId, traceId, header, priceChangeMinor }, session, rows) => {
    const headers = readOrderHeaders(header);
    if (!headers) return refusal(CODE.parameterException);
    const services = paymentServices(context);
    const creation = await createOrder(services, {
      ...headers,
      priceChangeMinor,
      userId: session.userId,
      uid: session.gameAccountId,
      clientId,
      traceId,
      path: orderWebCreate.path,
      selection: selectionOf(input),
      readOffer: itemOffer,
      ...(rows && { offer: moneyOffer(rows, payableBy(services), { ...headers, priceChangeMinor }) }),
    });
    if (creation.kind === 'refused') return refusal(creation.code);
    const { orderId, payment, createdAt, isReplay } = creation;
    if (payment === null) throw new Error(`order ${orderId} has no payment`);
    return success(
      { ...paymentFields(payment), sdk_order_id: orderId, create_ts: secondsOf(createdAt) },
      isReplay ? { [REPLAYED_HEADER]: 'true' } : {},
    );
  },
);
