import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyWithFallback } from '../app/lazy-part.tsx';

type Moment = { readonly at: number };

const IntlFallback = ({ at }: Moment): ReactNode => {
  const { i18n } = useTranslation();
  return <span>{new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' }).format(at)}</span>;
};

const DayText = lazyWithFallback(async () => (await import('./day-text.view.tsx')).DayText, IntlFallback);

/** A day in the player's time zone; `at` in epoch ms. Loads the date library on first use; falls back to Intl. */
export const Day = ({ at }: Moment): ReactNode => (
  <time dateTime={new Date(at).toISOString()}>
    <Suspense fallback={<span>{'\u00a0'}</span>}>
      <DayText at={at} />
    </Suspense>
  </time>
);
