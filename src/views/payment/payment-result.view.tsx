import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { choicesToRepeat, isPointPurchase } from '../../../machines/order/order.purchase.ts';
import type { ResultScreen } from '../../../machines/payment/payment.screens.ts';
import { detailPath } from '../../../machines/signed-in/signed-in.pages.ts';
import { selectResumePurchase } from '../../../machines/signed-in/signed-in.screens.ts';
import { Picture } from '../../art/picture.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useBrowserActions, usePlayer, usePortal } from '../app/portal.context.tsx';
import { SupportLink } from '../app/support-link.view.tsx';
import { STATUS_LOOKS, useStatusText } from '../order/order-status.view.tsx';
import { orderTitle } from '../order/order-text.ts';
import { FoldedSteps, OrderTimeline } from '../order/order-timeline.view.tsx';
import { type PaymentActor, useCanResume } from '../order/payment-actor.ts';
import { RecipientLine } from '../order/player-name.view.tsx';
import { resultTextKey, resultTitleKey } from '../order/status-keys.ts';
import { SupportButton } from '../order/support-button.view.tsx';
import css from './payment.module.css';
import { PaymentFacts } from './payment-facts.view.tsx';

/**
 * Returns to the purchase for which E Points are bought: the deferred order or the choices (EPNT-04); null if there is none. `canResume`:
 * false while the wizard of the order creates a different order.
 */
const useResumePurchase = () => {
  const portal = usePortal();
  const player = usePlayer();
  const target = useSelector(player, (snapshot) => (snapshot ? selectResumePurchase(snapshot) : null));
  const orderId = target === null || target === 'choices' ? null : target.slice('order:'.length);
  const canResumeOrder = useCanResume(orderId ?? '');
  if (target === null) return null;
  if (orderId === null)
    return { canResume: true, resume: () => portal.send({ type: 'page.open', to: '/main/recharge?step=confirm' }) };
  return { canResume: canResumeOrder, resume: () => player?.send({ type: 'order.resume', orderId }) };
};

const LOOKS: typeof STATUS_LOOKS = {
  ...STATUS_LOOKS,
  overdue: { tone: 'warning', icon: 'clock' },
  unknown: { tone: 'warning', icon: 'search' },
};

type ResultProps = { readonly actor: PaymentActor; readonly screen: ResultScreen };
type EmblemProps = { readonly screen: ResultScreen; readonly animated: boolean };

/** For a delivered order a chest, with the item in front of it. */
const Emblem = ({ screen, animated }: EmblemProps) => {
  const art = screen.ticket.choices?.item.art ?? null;
  if (screen.name === 'delivered')
    return (
      <span className={css['celebration']} data-animated={animated || undefined}>
        <Picture name="delivered" fallback="delivered" width={240} height={180} />
        {art !== null && <Picture name={art} fallback="item" width={84} />}
      </span>
    );
  const { tone, icon } = LOOKS[screen.name];
  return (
    <span className={css['emblem']} data-tone={tone}>
      <Icon name={icon} size={32} />
    </span>
  );
};

const NextActions = ({ actor, screen }: ResultProps) => {
  const { t } = useTranslation(['payment', 'recharge']);
  const portal = usePortal();
  const canAsk = useSelector(actor, (snapshot) => snapshot.can({ type: 'payment.completed' }));
  const canResubmit = useSelector(actor, (snapshot) => snapshot.can({ type: 'payment.resubmit' }));
  const canDismiss = useSelector(actor, (snapshot) => snapshot.can({ type: 'payment.dismiss' }));
  const player = usePlayer();
  const resumePurchase = useResumePurchase();
  const { returnLink } = useBrowserActions();
  const choices = screen.name === 'delivered' ? choicesToRepeat(screen.ticket.choices, screen.record) : null;
  const isOver = screen.name === 'delivered' || canResubmit;
  const purchaseToResume = isOver && isPointPurchase(screen.ticket) ? resumePurchase : null;
  const back = screen.name === 'delivered' && !purchaseToResume ? returnLink() : null;
  const detail = detailPath(screen.ticket.orderId);
  return (
    <div className={css['actions']}>
      {screen.name === 'unknown' && (
        <Button size="lg" icon="refresh" disabled={!canAsk} onClick={() => actor.send({ type: 'payment.completed' })}>
          {t('recharge:error.retry')}
        </Button>
      )}
      {purchaseToResume && (
        <Button
          size="lg"
          variant={canResubmit ? 'secondary' : 'primary'}
          icon="bolt"
          disabled={!purchaseToResume.canResume}
          onClick={purchaseToResume.resume}
        >
          {t('recharge:epoint.backToOrder')}
        </Button>
      )}
      {back !== null && (
        <a className={buttonClass({ size: 'lg' })} href={back} rel="noopener noreferrer">
          <span>{t('action.game')}</span>
        </a>
      )}
      {canResubmit && (
        <Button size="lg" icon="refresh" onClick={() => actor.send({ type: 'payment.resubmit' })}>
          {t('action.resubmit')}
        </Button>
      )}
      {canDismiss && (
        <Button
          size="lg"
          variant={screen.name === 'delivered' && !purchaseToResume && back === null ? 'primary' : 'secondary'}
          onClick={() =>
            choices ? player?.send({ type: 'order.repeat', choices }) : actor.send({ type: 'payment.dismiss' })
          }
        >
          {screen.name === 'delivered' ? t('action.again') : t('action.new')}
        </Button>
      )}
      <Button
        size="lg"
        variant="secondary"
        icon="receipt"
        onClick={() => portal.send({ type: 'page.open', to: detail })}
      >
        {t('action.detail')}
      </Button>
    </div>
  );
};

const Delivered = ({ screen: { ticket, record } }: { readonly screen: ResultScreen }) => {
  const { i18n } = useTranslation();
  const recipient = ticket.choices?.recipient ?? record?.recipient ?? null;
  const title = orderTitle({ ticket, record }, i18n.language);
  if (!recipient || title === null) return null;
  return (
    <p className={css['delivery']}>
      <strong>{title}</strong>
      <span>
        <RecipientLine recipient={recipient} />
      </span>
    </p>
  );
};

/** `animated`: the result arrived while the page was open. A player who returns to it sees no animation. */
export const PaymentResult = ({ actor, screen, animated }: ResultProps & EmblemProps) => {
  const statusText = useStatusText();
  const heading = useRef<HTMLHeadingElement>(null);
  // The page is still scrolled to the Pay button of the wizard; the picture of the result is at the top.
  useEffect(() => {
    if (heading.current) heading.current.ownerDocument.documentElement.scrollTop = 0;
    heading.current?.focus({ preventScroll: true });
  }, []);
  const { ticket, record } = screen;
  return (
    <section className={css['panel']} data-payment={screen.name}>
      <div className={css['outcome']} role="status">
        <Emblem screen={screen} animated={animated} />
        <h2 ref={heading} tabIndex={-1}>
          {statusText(resultTitleKey(screen))}
        </h2>
        {screen.name === 'delivered' && <Delivered screen={screen} />}
        <p>{statusText(resultTextKey(screen))}</p>
        {screen.name === 'overdue' && screen.watching && <p>{statusText('status.overdue.watching')}</p>}
      </div>
      <NextActions actor={actor} screen={screen} />
      {record && (
        <FoldedSteps record={record}>
          <OrderTimeline record={record} />
        </FoldedSteps>
      )}
      <PaymentFacts screen={screen} />
      <div className={css['support']}>
        <SupportButton ticket={ticket} record={record} />
        {(screen.name === 'failed' || screen.name === 'unknown') && <SupportLink variant="quiet" />}
      </div>
    </section>
  );
};
