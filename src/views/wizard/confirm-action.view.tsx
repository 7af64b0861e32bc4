import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { opensWindow } from '../../../machines/order/order.methods.ts';
import type { Channel, Item, Purchase } from '../../../machines/order/order.types.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { useBrowserActions } from '../app/portal.context.tsx';
import { type NoticeProps, StepNotice } from './step-notice.view.tsx';
import css from './steps.module.css';
import { priceText } from './total.view.tsx';
import type { WizardActor } from './wizard-actor.ts';

const isConfirmable = (snapshot: ReturnType<WizardActor['getSnapshot']>): boolean =>
  snapshot.can({ type: 'order.confirm', key: '', windowRef: null, at: 0 });

type PayProps = {
  readonly actor: WizardActor;
  readonly track: 'pay' | 'epoint_pay';
  readonly busy?: boolean;
};

/** Opens the payment window inside the click, where browsers allow it, and confirms the order. */
const PayButton = ({ actor, track, busy = false, ...choices }: PayProps & Pick<Purchase, 'item' | 'channel'>) => {
  const { t, i18n } = useTranslation('recharge');
  const browserActions = useBrowserActions();
  const possible = useSelector(actor, isConfirmable);
  const confirm = () => {
    // Further clicks can arrive before React renders: only the machine's snapshot is current.
    if (!isConfirmable(actor.getSnapshot())) return;
    const windowRef = opensWindow(choices.channel) ? browserActions.openPaymentWindow() : null;
    actor.send({ type: 'order.confirm', key: browserActions.newKey(), windowRef, at: browserActions.serverNow() });
  };
  return (
    <Button track={track} variant="pay" size="lg" wide icon="lock" busy={busy} disabled={!possible} onClick={confirm}>
      {t('confirm.pay', { amount: priceText(choices, i18n.language) })}
    </Button>
  );
};

type Props = PayProps & {
  readonly screen: Pick<NoticeProps, 'notice'> & {
    readonly unconfirmed: Purchase | null;
    readonly summary: { readonly item: Item | null; readonly channel: Channel | null };
  };
  readonly children: ReactNode;
  readonly instead?: ReactNode;
  readonly hint: string | null;
};

/** The amount and the button, and what the player must know before the tap: all of it is in view together. */
export const ConfirmAction = ({ screen, children, instead, hint, ...pay }: Props) => {
  const { t, i18n } = useTranslation('recharge');
  const { notice, unconfirmed, summary } = screen;
  const { item, channel } = summary;
  const action = useRef<HTMLDivElement>(null);
  const warning = notice ?? unconfirmed;
  useEffect(() => {
    if (warning) action.current?.scrollIntoView({ block: 'nearest' });
  }, [warning]);
  return (
    <>
      <div ref={action} className={css['stepAction']}>
        <StepNotice notice={notice} actor={pay.actor} />
        {/* An earlier order may exist. The player must know it when paying, so the warning cannot be closed. */}
        {unconfirmed && (
          <Callout tone="warning" live="polite" title={t('unconfirmed.title')}>
            {t('unconfirmed.text', { amount: priceText(unconfirmed, i18n.language) })}
          </Callout>
        )}
        {children}
        {item && channel && (instead || <PayButton {...pay} item={item} channel={channel} />)}
      </div>
      {hint && <p className="hint">{hint}</p>}
    </>
  );
};
