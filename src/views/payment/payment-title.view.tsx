import { useSelector } from '@xstate/react';
import { isResult, type PaymentScreen } from '../../../machines/payment/payment.screens.ts';
import { selectOrderInView } from '../../../machines/signed-in/signed-in.screens.ts';
import { usePlayer } from '../app/portal.context.tsx';
import { useStatusText } from '../order/order-status.view.tsx';
import { usePaymentScreen } from '../order/payment-actor.ts';

const useTitleText = (name: PaymentScreen['name'] | undefined): string | null => {
  const statusText = useStatusText();
  if (name === undefined || name === 'unknown') return null;
  if (!isResult(name)) return statusText('status.pending.now');
  const label = statusText(`status.${name}.label`);
  return name === 'delivered' ? `✓ ${label}` : label;
};

/** The title of the window. It begins with the state of the payment in view, because the player pays in another tab. */
export const PaymentTitle = ({ parts }: { readonly parts: readonly string[] }) => {
  const player = usePlayer();
  const orderId = useSelector(player, (snapshot) => (snapshot ? selectOrderInView(snapshot) : null));
  const tracked = usePaymentScreen(orderId ?? '')?.name;
  const detail = useSelector(player, (snapshot) => snapshot?.children['order-detail']);
  const loaded = useSelector(detail, (snapshot) => snapshot?.context.record?.status);
  const status = useTitleText(tracked ?? (loaded === 'pending' ? undefined : loaded));
  return <title>{[...(status ? [status] : []), ...parts].join(' · ')}</title>;
};
