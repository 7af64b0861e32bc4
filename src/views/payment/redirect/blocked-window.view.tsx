import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import type { redirectPaymentMachine } from '../../../../machines/payment/redirect/redirect-payment.machine.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { fitsQrCode } from '../../../ui/qr-length.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CopyButton } from '../../app/copy-button.view.tsx';
import { lazyWithFallback, Nothing } from '../../app/lazy-part.tsx';
import css from '../payment.module.css';

const QrCode = lazyWithFallback(async () => (await import('../../../ui/qr-code.tsx')).QrCode, Nothing);

type PageProps = { readonly method: ActorRefFrom<typeof redirectPaymentMachine>; readonly payUrl: string };

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

/** The ways to the payment page while its window is probably open. */
export const OtherWays = (props: PageProps) => {
  const { t } = useTranslation('payment');
  return (
    <details className={css['others']}>
      <summary>{t('blocked.scan')}</summary>
      <PageWays {...props} folded />
    </details>
  );
};

/** The payment window is missing, for example because the browser blocked it (RCHG-11). `warns` false: a later answer is more important. */
export const BlockedWindow = ({ warns, ...props }: PageProps & { readonly warns: boolean }) => {
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
