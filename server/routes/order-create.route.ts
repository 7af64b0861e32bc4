import { CODE } from '../../src/contract/codes.ts';
import { REPLAYED_HEADER } from '../../src/contract/headers.ts';
import { orderWebCreate } from '../../src/contract/order.contract.ts';
import { itemOffer } from '../orders/order-rules.ts';
import { createOrder } from '../payments/order-creation.ts';
import { paymentContext } from '../payments/registry.ts';
import { readOrderHeaders } from './order-headers.ts';
import { refusal, route, success } from './route.ts';

export const orderCreateRoute = route(orderWebCreate, async ({ context, input, clientId, header }, session) => {
  const headers = readOrderHeaders(header);
  if (!headers) return refusal(CODE.parameterException);
  const creation = await createOrder(paymentContext(context), {
    ...headers,
    userId: session.userId,
    uid: session.gameAccountId,
    clientId,
    path: orderWebCreate.path,
    selection: {
      roleId: input.role_id,
      serverId: input.server_id,
      goodsId: input.cp_goods_id,
      channelCode: input.channel_code,
    },
    readOffer: itemOffer,
  });
  if (creation.kind === 'refused') return refusal(creation.code);
  const { orderId, payUrl, createdAt, isReplay } = creation;
  if (payUrl === null) throw new Error(`order ${orderId} has no payment page`);
  return success(
    { pay_url: payUrl, sdk_order_id: orderId, create_ts: Math.floor(createdAt.getTime() / 1_000) },
    isReplay ? { [REPLAYED_HEADER]: 'true' } : {},
  );
});
