import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import type { Failure, FailureReason } from '../../../machines/kernel/failure.ts';
import { useFailureText } from '../../i18n/failure-text.ts';
import { Button } from '../../ui/button.tsx';
import { LoadError } from '../app/page-boundary.view.tsx';
import { PlainPage } from '../app/plain-page.view.tsx';
import { usePortal } from '../app/portal.context.tsx';
import { SupportLink } from '../app/support-link.view.tsx';

/** Reasons without a response from the server. */
const UNREACHED: readonly FailureReason[] = ['offline', 'timedOut', 'requestError'];

export const BootFailed = ({ failure }: { readonly failure: Failure }) => {
  const { t } = useTranslation('portal');
  const failureText = useFailureText();
  const portal = usePortal();
  const title = UNREACHED.includes(failure.reason) ? t('boot.title') : t('boot.fetchFailed');
  const canRetry = useSelector(portal, (snapshot) => snapshot.can({ type: 'boot.retry' }));
  return (
    <PlainPage state="boot-failed" icon="alert" title={title} text={failureText(failure)} urgent>
      <Button size="lg" icon="refresh" disabled={!canRetry} onClick={() => portal.send({ type: 'boot.retry' })}>
        {t('boot.retry')}
      </Button>
      <SupportLink />
    </PlainPage>
  );
};

/** Code that the whole portal needs failed to load. A retry without a refresh preserves the state of this page. */
export const PortalLoadError = () => {
  const { t } = useTranslation('portal');
  const portal = usePortal();
  const canRetry = useSelector(portal, (snapshot) => snapshot.can({ type: 'load.retry' }));
  return (
    <LoadError>
      <Button size="lg" variant="secondary" disabled={!canRetry} onClick={() => portal.send({ type: 'load.retry' })}>
        {t('boot.retry')}
      </Button>
    </LoadError>
  );
};
