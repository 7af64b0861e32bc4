import { useTranslation } from 'react-i18next';
import { Countdown } from '../app/countdown.view.tsx';
import css from './time-left.module.css';

type TimeLeftProps = { readonly deadlineAt: number; readonly silent?: boolean; readonly large?: boolean };

/** Time left to pay, by the server's clock; announced at 180, 60 and 20 seconds (C42). */
export const TimeLeft = ({ deadlineAt, silent = false, large = false }: TimeLeftProps) => {
  const { t } = useTranslation('payment');
  return (
    <Countdown
      deadlineAt={deadlineAt}
      label={(text) => (
        <span className={css['time']} data-large={large || undefined}>
          <span>{t('awaiting.timeLeft')}</span>
          <strong>{text}</strong>
        </span>
      )}
      announce={(seconds) =>
        seconds < 60
          ? t('awaiting.secondsLeft', { count: seconds })
          : t('awaiting.minutesLeft', { count: Math.round(seconds / 60) })
      }
      {...(silent && { announceAt: [] })}
    />
  );
};
