import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { AnyActorRef } from 'xstate';
import { opensWindow } from '../../../machines/order/order.methods.ts';
import type { Channel, Item } from '../../../machines/order/order.types.ts';
import type { OrderConfirm } from '../../../machines/wizard/wizard.types.ts';
import { Button } from '../../ui/button.tsx';
import { useBrowserActions } from '../app/portal.context.tsx';
import { priceText } from './price-text.ts';

type Snapshot = { readonly can: (event: OrderConfirm) => boolean };

/** A wizard in which the player confirms the choices. */
type ConfirmingActor = Pick<AnyActorRef, 'subscribe'> & {
  readonly getSnapshot: () => Snapshot;
  readonly send: (event: OrderConfirm) => void;
};

const isConfirmable = (snapshot: Snapshot): boolean =>
  snapshot.can({ type: 'order.confirm', key: '', windowRef: null, at: 0 });

/** Opens the payment window inside the click, where browsers allow it, and confirms the order. `busy`: the order is being created. */
export const PayButton = ({
  actor,
  item,
  channel,
  track,
  busy = false,
}: {
  readonly actor: ConfirmingActor;
  readonly item: Item;
  readonly channel: Channel;
  readonly track: 'pay' | 'epoint_pay';
  readonly busy?: boolean;
}) => {
  const { t, i18n } = useTranslation('recharge');
  const browserActions = useBrowserActions();
  const possible = useSelector(actor, isConfirmable);
  const confirm = () => {
    // Further clicks can arrive before React renders: only the machine's snapshot is current.
    if (!isConfirmable(actor.getSnapshot())) return;
    const windowRef = opensWindow(channel) ? browserActions.openPaymentWindow() : null;
    actor.send({ type: 'order.confirm', key: browserActions.newKey(), windowRef, at: browserActions.serverNow() });
  };
  const amount = priceText({ item, channel }, i18n.language);
  return (
    <Button track={track} variant="pay" size="lg" wide icon="lock" busy={busy} disabled={!possible} onClick={confirm}>
      {t('confirm.pay', { amount })}
    </Button>
  );
};
