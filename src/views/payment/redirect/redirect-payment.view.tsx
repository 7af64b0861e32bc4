import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import type { redirectPaymentMachine } from '../../../../machines/payment/redirect/redirect-payment.machine.ts';
import {
  isWithoutPage,
  type RedirectPaymentScreen,
  selectRedirectPaymentScreen,
} from '../../../../machines/payment/redirect/redirect-payment.screens.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useBrowserActions } from '../../app/portal.context.tsx';
import { SupportButton } from '../../order/support-button.view.tsx';
import { TimeLeft } from '../../order/time-left.view.tsx';
import type { MethodProps } from '../method-props.ts';
import css from '../payment.module.css';
import { PaymentActions } from '../payment-actions.view.tsx';
import { PaymentFacts } from '../payment-facts.view.tsx';
import { PaymentWaiting } from '../payment-waiting.view.tsx';
import { BlockedWindow, OtherWays } from './blocked-window.view.tsx';

type RedirectActor = ActorRefFrom<typeof redirectPaymentMachine>;

/** The text for an open page mentions the button that reopens it, so without an address there is no text. */
const useDialogText = (
  { name, host, blocked, closed }: RedirectPaymentScreen,
  hasAnswer: boolean,
): { readonly title: string; readonly text: string | null } => {
  const { t } = useTranslation('payment');
  if (name === 'opening') return { title: t('opening.title'), text: t('opening.text') };
  if (closed && !hasAnswer) return { title: t('closed.title'), text: t('closed.text') };
  if (closed || blocked || host === null) return { title: t('awaiting.resumedTitle'), text: null };
  return { title: t('awaiting.title'), text: t('awaiting.text') };
};

const OpenAgain = ({ method }: { readonly method: RedirectActor }) => {
  const { t } = useTranslation('payment');
  const { openPaymentWindow } = useBrowserActions();
  return (
    <Button
      track="payment_reopen"
      variant="secondary"
      wide
      icon="external"
      onClick={() => method.send({ type: 'page.reopen', windowRef: openPaymentWindow() })}
    >
      {t('awaiting.openAgain')}
    </Button>
  );
};

/** The most serious problem of the order, if it has one. */
const Trouble = ({ screen }: Pick<MethodProps, 'screen'>) => {
  const { t } = useTranslation('payment');
  if (screen.offline) {
    return (
      <Callout tone="warning" title={t('awaiting.offlineTitle')} live="polite">
        {t('awaiting.offline')}
      </Callout>
    );
  }
  if (screen.failure) {
    return (
      <Callout tone="warning" title={t('awaiting.troubleTitle')} live="polite">
        {t('awaiting.trouble')}
      </Callout>
    );
  }
  if (screen.notReceived) {
    return (
      <Callout tone="info" title={t('awaiting.notReceivedTitle')} live="polite">
        {t('awaiting.notReceived')}
      </Callout>
    );
  }
  return null;
};

/** The dialog of a pending order: number, time left, payment link, and the buttons Later and Completed. */
const RedirectDialog = ({ actor, screen, method }: MethodProps & { readonly method: RedirectActor }) => {
  const { t } = useTranslation('payment');
  const page = useSelector(method, selectRedirectPaymentScreen);
  const isAwaiting = page.name === 'awaiting';
  const hasAnswer = screen.offline || screen.failure !== null || screen.notReceived;
  const { title, text } = useDialogText(page, hasAnswer);
  return (
    <Dialog
      open
      label={title}
      data-state={page.name}
      {...(isAwaiting && {
        onDismiss: () => actor.send({ type: 'payment.later' }),
        actions: <PaymentActions actor={actor} />,
      })}
    >
      <div className={css['dialog']}>
        {text && <p>{text}</p>}
        <TimeLeft deadlineAt={screen.deadlineAt} large />
        {isAwaiting && page.host !== null && !page.blocked && <OpenAgain method={method} />}
        {isAwaiting && !page.blocked && page.payUrl !== null && <OtherWays method={method} payUrl={page.payUrl} />}
        {isAwaiting && isWithoutPage(screen, page) && (
          <Callout tone="info" title={t('noPage.title')} live="polite">
            {t('noPage.text')}
          </Callout>
        )}
        {isAwaiting && page.refused && (
          <Callout tone="error" title={t('refused.title')} live="assertive">
            {t('refused.text')}
          </Callout>
        )}
        {isAwaiting && !page.refused && <Trouble screen={screen} />}
        {isAwaiting && page.blocked && page.payUrl !== null && (
          <BlockedWindow method={method} payUrl={page.payUrl} warns={!hasAnswer} />
        )}
        <PaymentFacts screen={screen} host={page.host} />
        <SupportButton ticket={screen.ticket} record={screen.record} />
      </div>
    </Dialog>
  );
};

/** An order that is paid on a page of the provider: a dialog over the order. */
export const RedirectPayment = ({ actor, screen }: MethodProps) => {
  const method = useSelector(actor, ({ children }) => children['method.redirect']);
  return (
    <>
      <PaymentWaiting screen={screen} />
      {method && <RedirectDialog actor={actor} screen={screen} method={method} />}
    </>
  );
};
