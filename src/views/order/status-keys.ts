import { METHOD_TRAITS } from '../../../machines/order/order.methods.ts';
import { isPointPurchase } from '../../../machines/order/order.purchase.ts';
import { hasLapsed, isInPhase } from '../../../machines/order/order.status.ts';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import type { ResultScreen } from '../../../machines/payment/payment.screens.ts';
import type { StatusTextKey } from './order-status.view.tsx';

/** What the status means for the player. `isRepeatable`: the same order can be placed again. */
export const hintKey = (
  record: Pick<OrderRecord, 'status' | 'isStatusUnknown' | 'orderType' | 'payment'>,
  isRepeatable: boolean,
): StatusTextKey => {
  const { status, isStatusUnknown, orderType, payment } = record;
  const isCredit = orderType === 'epoint';
  if (isStatusUnknown) return 'status.unknown.hint';
  if (hasLapsed(status)) return isRepeatable ? `status.${status}.hint` : `status.${status}.hintStartNew`;
  if (isInPhase(status, 'delivering')) return isCredit ? `status.${status}.textCredit` : `status.${status}.text`;
  if (isInPhase(status, 'delivered')) return isCredit ? `status.${status}.hintCredit` : `status.${status}.hint`;
  if (isInPhase(status, 'refunded') && METHOD_TRAITS[payment.kind].takesPoints) return `status.${status}.textPoints`;
  if (isInPhase(status, 'refunded')) return `status.${status}.text`;
  return `status.${status}.hint`;
};

export const resultTitleKey = (screen: ResultScreen): StatusTextKey => {
  if (screen.name === 'unknown') return 'status.unknown.title';
  const { name, late, ticket } = screen;
  if (late && isInPhase(name, 'delivering')) return `status.${name}.titleLate`;
  if (isPointPurchase(ticket) && isInPhase(name, 'delivered')) return `status.${name}.titleCredit`;
  return `status.${name}.title`;
};

export const resultTextKey = (screen: ResultScreen): StatusTextKey => {
  if (screen.name === 'unknown') return 'status.unknown.text';
  const { name, late, ticket } = screen;
  if (isInPhase(name, 'delivering', 'delivered')) {
    if (isPointPurchase(ticket)) return `status.${name}.textCredit`;
    return late ? `status.${name}.textLate` : `status.${name}.text`;
  }
  if (isInPhase(name, 'refunded') && METHOD_TRAITS[ticket.payment.kind].takesPoints) return `status.${name}.textPoints`;
  return `status.${name}.text`;
};
