import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyWithFallback } from '../app/lazy-part.tsx';
import type { Moment } from './date-text.view.tsx';

const IntlFallback = ({ at, zoned = false }: Moment): ReactNode => {
  const { i18n } = useTranslation();
  const how = { dateStyle: 'medium', timeStyle: zoned ? 'long' : 'short' } as const;
  return <span>{new Intl.DateTimeFormat(i18n.language, how).format(at)}</span>;
};

const DateText = lazyWithFallback(async () => (await import('./date-text.view.tsx')).DateText, IntlFallback);

/** Date and time in the player's time zone. Loads the date library on first use; falls back to Intl. */
export const DateTime = (moment: Moment): ReactNode => (
  <time dateTime={new Date(moment.at).toISOString()}>
    <Suspense fallback={<span>{'\u00a0'}</span>}>
      <DateText {...moment} />
    </Suspense>
  </time>
);
