import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import type { redirectPaymentMachine } from '../../../../machines/payment/redirect/redirect-payment.machine.ts';
import {
  isWithoutPage,
  type RedirectPaymentScreen,
  selectRedirectPaymentScreen,
} from '../../../../machines/payment/redirect/redirect-payment.screens.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { fitsQrCode } from '../../../ui/qr-length.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CopyButton } from '../../app/copy-button.view.tsx';
import { lazyWithFallback, Nothing } from '../../app/lazy-part.tsx';
import { useBrowserActions } from '../../app/portal.context.tsx';
import { SupportButton } from '../../order/support-button.view.tsx';
import { TimeLeft } from '../../order/time-left.view.tsx';
import css from '../payment.module.css';
import { PaymentFacts } from '../payment-facts.view.tsx';
import { PaymentActions, type PaymentProps, PaymentWaiting } from '../payment-waiting.view.tsx';

const QrCode = lazyWithFallback(async () => (await import('../../../ui/qr-code.tsx')).QrCode, Nothing);

type RedirectActor = ActorRefFrom<typeof redirectPaymentMachine>;
type MethodProps = PaymentProps<'unpaid'>;
type PageProps = { readonly method: RedirectActor; readonly payUrl: string };

/** A link, a QR code unless the URL is too long for one, and the URL to copy. `folded`: below a summary that names the code. */
const PageWays = ({ method, payUrl, folded = false }: PageProps & { readonly folded?: boolean }) => {
  const { t } = useTranslation('payment');
  return (
    <div className={css['ways']}>
      <div className={css['links']}>
        <ButtonLink
          href={payUrl}
          external
          size={folded ? 'md' : 'lg'}
          variant={folded ? 'secondary' : 'primary'}
          wide
          icon="external"
          onClick={() => method.send({ type: 'page.reopen', windowRef: null })}
        >
          {t('blocked.open')}
        </ButtonLink>
        <CopyButton label={t('blocked.copyLink')} copiedLabel={t('copied')} text={() => payUrl} />
      </div>
      {fitsQrCode(payUrl) && (
        <figure className={css['code']}>
          <Suspense fallback={<Skeleton width={160} height={160} />}>
            <QrCode text={payUrl} label={t('blocked.code')} />
          </Suspense>
          {!folded && <figcaption>{t('blocked.scan')}</figcaption>}
        </figure>
      )}
    </div>
  );
};

const OtherWays = (props: PageProps) => {
  const { t } = useTranslation('payment');
  return (
    <details className={css['others']}>
      <summary>{t('blocked.scan')}</summary>
      <PageWays {...props} folded />
    </details>
  );
};

/** The payment window is missing, for example because the browser blocked it (RCHG-11). `warns` false: a later answer is more important. */
const BlockedWindow = ({ warns, ...props }: PageProps & { readonly warns: boolean }) => {
  const { t } = useTranslation('payment');
  return (
    <div className={css['blocked']}>
      {warns && (
        <Callout tone="warning" title={t('blocked.title')} live="polite">
          {t('blocked.text')}
        </Callout>
      )}
      <PageWays {...props} />
    </div>
  );
};

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

/** The most serious problem of the order. */
const Trouble = ({ screen: { offline, failure } }: Pick<MethodProps, 'screen'>) => {
  const { t } = useTranslation('payment');
  const [title, text] = offline
    ? [t('awaiting.offlineTitle'), t('awaiting.offline')]
    : failure
      ? [t('awaiting.troubleTitle'), t('awaiting.trouble')]
      : [t('awaiting.notReceivedTitle'), t('awaiting.notReceived')];
  return (
    <Callout tone={offline || failure ? 'warning' : 'info'} title={title} live="polite">
      {text}
    </Callout>
  );
};

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
        {isAwaiting && !page.refused && hasAnswer && <Trouble screen={screen} />}
        {isAwaiting && page.blocked && page.payUrl !== null && (
          <BlockedWindow method={method} payUrl={page.payUrl} warns={!hasAnswer} />
        )}
        <PaymentFacts screen={screen} host={page.host} />
        <SupportButton ticket={screen.ticket} record={screen.record} />
      </div>
    </Dialog>
  );
};

export const RedirectPayment = ({ actor, screen }: MethodProps) => {
  const method = useSelector(actor, ({ children }) => children['method.redirect']);
  return (
    <>
      <PaymentWaiting screen={screen} />
      {method && <RedirectDialog actor={actor} screen={screen} method={method} />}
    </>
  );
};
