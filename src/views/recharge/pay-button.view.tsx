import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SnapshotFrom } from 'xstate';
import { opensWindow, takesPoints } from '../../../machines/order/order.methods.ts';
import type { Channel, Item } from '../../../machines/order/order.types.ts';
import { formatEPoints, formatUsd } from '../../i18n/formats.ts';
import { Button } from '../../ui/button.tsx';
import { useBrowserActions } from '../app/portal.context.tsx';
import type { RechargeActor } from './recharge-actor.ts';

const isConfirmable = (snapshot: SnapshotFrom<RechargeActor>): boolean =>
  snapshot.can({ type: 'order.confirm', key: '', windowRef: null, at: 0 });

/** Opens the payment window inside the click, where browsers allow it, and confirms the order. */
export const PayButton = ({
  actor,
  item,
  channel,
  busy,
}: {
  readonly actor: RechargeActor;
  readonly item: Item;
  readonly channel: Channel;
  readonly busy: boolean;
}): ReactNode => {
  const { t, i18n } = useTranslation('recharge');
  const browserActions = useBrowserActions();
  const possible = useSelector(actor, isConfirmable);
  const confirm = () => {
    // Further clicks can come before React renders: only the machine's snapshot is current.
    if (!isConfirmable(actor.getSnapshot())) return;
    const windowRef = opensWindow(channel) ? browserActions.openPaymentWindow() : null;
    actor.send({ type: 'order.confirm', key: browserActions.newKey(), windowRef, at: browserActions.serverNow() });
  };
  const amount = takesPoints(channel)
    ? formatEPoints(item.epointPrice, i18n.language)
    : formatUsd(item.price.minor, i18n.language);
  return (
    <Button track="pay" variant="pay" size="lg" wide icon="lock" busy={busy} disabled={!possible} onClick={confirm}>
      {t('confirm.pay', { amount })}
    </Button>
  );
};
