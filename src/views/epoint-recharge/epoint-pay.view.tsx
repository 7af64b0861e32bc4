import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SnapshotFrom } from 'xstate';
import { opensWindow } from '../../../machines/order/order.methods.ts';
import type { Channel, Item } from '../../../machines/order/order.types.ts';
import { formatUsd } from '../../i18n/formats.ts';
import { Button } from '../../ui/button.tsx';
import { useBrowserActions } from '../app/portal.context.tsx';
import type { EpointRechargeActor } from './epoint-recharge-actor.ts';

const isConfirmable = (snapshot: SnapshotFrom<EpointRechargeActor>): boolean =>
  snapshot.can({ type: 'order.confirm', key: '', windowRef: null, at: 0 });

/** Opens the payment window inside the click, where browsers allow it, and confirms the purchase. */
export const EpointRechargePay = ({
  actor,
  item,
  channel,
}: {
  readonly actor: EpointRechargeActor;
  readonly item: Item;
  readonly channel: Channel;
}): ReactNode => {
  const { t, i18n } = useTranslation('recharge');
  const browserActions = useBrowserActions();
  const possible = useSelector(actor, isConfirmable);
  const confirm = () => {
    if (!isConfirmable(actor.getSnapshot())) return;
    const windowRef = opensWindow(channel) ? browserActions.openPaymentWindow() : null;
    actor.send({ type: 'order.confirm', key: browserActions.newKey(), windowRef, at: browserActions.serverNow() });
  };
  return (
    <Button variant="pay" size="lg" wide icon="lock" disabled={!possible} onClick={confirm}>
      {t('confirm.pay', { amount: formatUsd(item.price.minor, i18n.language) })}
    </Button>
  );
};
