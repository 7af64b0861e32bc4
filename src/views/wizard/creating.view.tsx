import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import css from './steps.module.css';

/** The request is on its way. */
export const Creating = (): ReactNode => {
  const { t } = useTranslation('recharge');
  return (
    <div className={css['waiting']}>
      <span className={css['pulse']} aria-hidden="true" />
      <p>{t('creating.text')}</p>
    </div>
  );
};

/** The answer got lost: calm words, and a question that can be asked again without harm. */
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
