import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SnapshotFrom } from 'xstate';
import type { Item } from '../../../machines/order/order.types.ts';
import { formatUsd } from '../../i18n/formats.ts';
import { Button } from '../../ui/button.tsx';
import { useGestures } from '../portal/portal.context.tsx';
import type { TopupActor } from './topup-actor.ts';

const isConfirmable = (snapshot: SnapshotFrom<TopupActor>): boolean =>
  snapshot.can({ type: 'order.confirm', key: '', windowRef: null, at: 0 });

/** Opens the payment window inside the click, where the browser still allows it, and confirms the purchase. */
export const TopupPay = ({ actor, item }: { readonly actor: TopupActor; readonly item: Item }): ReactNode => {
  const { t, i18n } = useTranslation('recharge');
  const gestures = useGestures();
  const possible = useSelector(actor, isConfirmable);
  const confirm = () => {
    if (!isConfirmable(actor.getSnapshot())) return;
    const windowRef = gestures.openPaymentWindow();
    actor.send({ type: 'order.confirm', key: gestures.newKey(), windowRef, at: gestures.serverNow() });
  };
  return (
    <Button variant="pay" size="lg" wide icon="lock" disabled={!possible} onClick={confirm}>
      {t('confirm.pay', { amount: formatUsd(item.price.minor, i18n.language) })}
    </Button>
  );
};
