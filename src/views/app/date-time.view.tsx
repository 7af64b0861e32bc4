import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Moment } from './date-text.view.tsx';
import { lazyWithFallback } from './lazy-part.tsx';

const IntlFallback = ({ at, form }: Moment) => {
  const { i18n } = useTranslation();
  const time = { dateStyle: 'medium', timeStyle: form === 'zoned' ? 'long' : 'short' } as const;
  return (
    <span>{new Intl.DateTimeFormat(i18n.language, form === 'day' ? { dateStyle: 'long' } : time).format(at)}</span>
  );
};

const DateText = lazyWithFallback(async () => (await import('./date-text.view.tsx')).DateText, IntlFallback);

/** A moment in the player's time zone. Loads the date library on first use; falls back to Intl. */
export const DateTime = (moment: Moment) => (
  <time dateTime={new Date(moment.at).toISOString()}>
    <Suspense fallback={<span>{'\u00a0'}</span>}>
      <DateText {...moment} />
    </Suspense>
  </time>
);
