import { CODE } from '../../src/contract/codes.ts';
import { IDEMPOTENCY_HEADER, QUOTE_HEADER, REPLAYED_HEADER } from '../../src/contract/headers.ts';
import { orderWebCreate } from '../../src/contract/order.contract.ts';
import { createOrder } from '../orders/order-creation.ts';
import { readIdempotencyKey } from '../orders/order-key.ts';
import { moneyOf } from '../payments/registry.ts';
import { refusal, route, success } from './route.ts';

const CENTS = /^[1-9]\d{0,8}$/;

export const orderCreateRoute = route(orderWebCreate, async ({ context, input, clientId, header }, session) => {
  const key = readIdempotencyKey(header(IDEMPOTENCY_HEADER));
  const quote = header(QUOTE_HEADER);
  if (!key.ok || (quote && !CENTS.test(quote))) return refusal(CODE.parameterException);
  const creation = await createOrder(moneyOf(context), {
    userId: session.userId,
    uid: session.gameAccountId,
    clientId,
    path: orderWebCreate.path,
    key: key.key,
    quoteMinor: quote ? Number(quote) : null,
    wish: {
      roleId: input.role_id,
      serverId: input.server_id,
      goodsId: input.cp_goods_id,
      channelCode: input.channel_code,
    },
  });
  if (creation.kind === 'refused') return refusal(creation.code);
  return success(
    {
      pay_url: creation.payUrl,
      sdk_order_id: creation.orderId,
      create_ts: Math.floor(creation.createdAt.getTime() / 1_000),
    },
    creation.isReplay ? { [REPLAYED_HEADER]: 'true' } : {},
  );
});
