import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type PaymentScreen, selectPaymentScreen } from '../../../machines/payment/payment.screens.ts';
import { selectOrderInView } from '../../../machines/signed-in/signed-in.screens.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { usePlayer } from '../app/portal.context.tsx';

const useStatusText = (name: PaymentScreen['name'] | undefined): string | null => {
  const { t } = useTranslation(['order', 'payment']);
  switch (name) {
    case 'unpaid':
    case 'deferred':
    case 'last-check':
      return t('payment:timeline.payNow');
    case 'paid':
      return t('order:label.paid');
    case 'delivered':
      return `✓ ${t('order:label.fulfilled')}`;
    case 'failed':
      return t('order:label.failed');
    case 'refunded':
      return t('order:label.refunded');
    case 'overdue':
      return t('order:label.overdue');
    case 'unknown':
    case undefined:
      return null;
  }
};

/** The title of the window. It begins with the state of the payment in view, because the player pays in another tab. */
export const PaymentTitle = ({ parts }: { readonly parts: readonly string[] }): ReactNode => {
  const player = usePlayer();
  const orderId = useSelector(player, (snapshot) => (snapshot ? selectOrderInView(snapshot) : null));
  const actor = useSelector(player, (snapshot) =>
    orderId === null ? undefined : snapshot?.children[`payment.${orderId}`],
  );
  const status = useStatusText(useSelector(actor, (snapshot) => snapshot && selectPaymentScreen(snapshot).name));
  return <PageTitle parts={status === null ? parts : [status, ...parts]} />;
};
