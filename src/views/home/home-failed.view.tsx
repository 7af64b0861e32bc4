import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../machines/kernel/failure.ts';
import { useFailureText } from '../../i18n/failure-text.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { usePortal } from '../app/portal.context.tsx';

export const HomeFailed = ({ failure }: { readonly failure: Failure }): ReactNode => {
  const { t } = useTranslation('portal');
  const failureText = useFailureText();
  const portal = usePortal();
  return (
    <Callout
      tone="warning"
      title={t('home.failed')}
      live="polite"
      action={
        <Button variant="secondary" icon="refresh" onClick={() => portal.send({ type: 'boot.retry' })}>
          {t('boot.retry')}
        </Button>
      }
    >
      {failureText(failure)}
    </Callout>
  );
};
