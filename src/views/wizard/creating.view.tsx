import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import css from './steps.module.css';

/** The order request is in flight. */
export const Creating = (): ReactNode => {
  const { t } = useTranslation('recharge');
  return (
    <div className={css['waiting']}>
      <span className={css['pulse']} aria-hidden="true" />
      <p>{t('creating.text')}</p>
    </div>
  );
};

/** The outcome of the order request is unknown. A retry is safe: it repeats the same idempotency key. */
export const Uncertain = ({
  lookingUp,
  onRetry,
}: {
  readonly lookingUp: boolean;
  readonly onRetry: () => void;
}): ReactNode => {
  const { t } = useTranslation('recharge');
  return (
    <div className={css['body']}>
      <Callout tone="info" live="polite">
        {lookingUp ? t('uncertain.asking') : t('uncertain.waiting')}
      </Callout>
      <div>
        <Button size="lg" icon="refresh" busy={lookingUp} onClick={onRetry}>
          {lookingUp ? t('uncertain.busy') : t('uncertain.retry')}
        </Button>
      </div>
    </div>
  );
};
