import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../machines/kernel/failure.ts';
import { Picture } from '../../art/picture.tsx';
import { useFailureText } from '../../i18n/failure-text.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { SupportLink } from '../app/support-link.view.tsx';
import css from './load-problem.module.css';

/** A failed load: what failed, why, and a retry button. Place it and `LoadEmpty` inside a `LiveRegion`. */
export const LoadFailed = ({
  title,
  failure,
  onRetry,
}: {
  readonly title: string;
  readonly failure: Failure;
  readonly onRetry: () => void;
}): ReactNode => {
  const { t } = useTranslation('recharge');
  const failureText = useFailureText();
  return (
    <Callout
      tone="error"
      title={title}
      action={
        <span className={css['actions']}>
          <Button icon="refresh" variant="secondary" onClick={onRetry}>
            {t('error.retry')}
          </Button>
          <SupportLink variant="quiet" />
        </span>
      }
    >
      {failureText(failure)}
    </Callout>
  );
};

/** A list without rows: why it is empty and what to do. */
export const LoadEmpty = ({
  art,
  title,
  hint,
  onRetry,
}: {
  readonly art: string;
  readonly title: string;
  readonly hint: string;
  readonly onRetry: () => void;
}): ReactNode => {
  const { t } = useTranslation('recharge');
  return (
    <div className={css['empty']}>
      <Picture name={art} fallback="empty-items" width={160} height={120} />
      <strong>{title}</strong>
      <p>{hint}</p>
      <Button icon="refresh" variant="secondary" onClick={onRetry}>
        {t('error.retry')}
      </Button>
    </div>
  );
};
