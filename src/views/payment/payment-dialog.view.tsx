import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { redirectUrl } from '../../../machines/order/order.purchase.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useBrowserActions } from '../app/portal.context.tsx';
import type { PaymentActor } from '../order/payment-actor.ts';
import { SupportButton } from '../order/support-button.view.tsx';
import { TimeLeft } from '../order/time-left.view.tsx';
import { BlockedWindow } from './blocked-window.view.tsx';
import css from './payment.module.css';
import { PaymentFacts } from './payment-facts.view.tsx';
import { PaymentTrouble } from './payment-trouble.view.tsx';
import type { OpenScreen } from './payment-waiting.view.tsx';

type DialogScreen = Exclude<OpenScreen, { readonly name: 'deferred' | 'points' }>;

const useWords = (screen: DialogScreen): { readonly title: string; readonly text: string | null } => {
  const { t } = useTranslation('payment');
  switch (screen.name) {
    case 'opening':
      return { title: t('opening.title'), text: t('opening.text') };
    case 'awaiting':
      if (screen.refused || screen.blocked) return { title: t('awaiting.resumedTitle'), text: null };
      return { title: t('awaiting.title'), text: t('awaiting.text') };
    case 'last-check':
      return { title: t('lastCheck.title'), text: screen.failure ? t('lastCheck.trouble') : t('lastCheck.text') };
  }
};

const Actions = ({ actor }: { readonly actor: PaymentActor }): ReactNode => {
  const { t } = useTranslation('payment');
  const canComplete = useSelector(actor, (snapshot) => snapshot.can({ type: 'payment.completed' }));
  const canDefer = useSelector(actor, (snapshot) => snapshot.can({ type: 'payment.later' }));
  return (
    <>
      <Button
        track="payment_later"
        variant="secondary"
        disabled={!canDefer}
        onClick={() => actor.send({ type: 'payment.later' })}
      >
        {t('awaiting.later')}
      </Button>
      <Button
        track="payment_completed"
        icon="check"
        busy={!canComplete}
        onClick={() => actor.send({ type: 'payment.completed' })}
      >
        {canComplete ? t('awaiting.completed') : t('awaiting.checking')}
      </Button>
    </>
  );
};

const OpenAgain = ({ actor }: { readonly actor: PaymentActor }): ReactNode => {
  const { t } = useTranslation('payment');
  const { openPaymentWindow } = useBrowserActions();
  return (
    <Button
      track="payment_reopen"
      variant="secondary"
      wide
      icon="external"
      onClick={() => actor.send({ type: 'payment.open', windowRef: openPaymentWindow() })}
    >
      {t('awaiting.openAgain')}
    </Button>
  );
};

/** The dialog of a pending order: number, time left, payment link, and the buttons Later and Completed. */
export const PaymentDialog = ({
  actor,
  screen,
}: {
  readonly actor: PaymentActor;
  readonly screen: DialogScreen;
}): ReactNode => {
  const { title, text } = useWords(screen);
  const { ticket, record, deadlineAt } = screen;
  const payUrl = redirectUrl(ticket);
  const awaiting = screen.name === 'awaiting' ? screen : null;
  return (
    <Dialog
      open
      label={title}
      data-state={screen.name}
      {...(awaiting && {
        onDismiss: () => actor.send({ type: 'payment.later' }),
        actions: <Actions actor={actor} />,
      })}
    >
      <div className={css['dialog']}>
        {text && <p>{text}</p>}
        {screen.name !== 'last-check' && <TimeLeft deadlineAt={deadlineAt} large />}
        {awaiting && awaiting.host !== null && !awaiting.blocked && <OpenAgain actor={actor} />}
        {awaiting && <PaymentTrouble screen={awaiting} />}
        {awaiting?.blocked && !awaiting.refused && payUrl !== null && <BlockedWindow actor={actor} payUrl={payUrl} />}
        <PaymentFacts screen={screen} />
        <SupportButton ticket={ticket} record={record} />
      </div>
    </Dialog>
  );
};
