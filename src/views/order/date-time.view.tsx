import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyWithFallback } from '../app/lazy-part.tsx';

type Moment = { readonly at: number };

const IntlFallback = ({ at }: Moment): ReactNode => {
  const { i18n } = useTranslation();
  const how = { dateStyle: 'medium', timeStyle: 'long' } as const;
  return <span>{new Intl.DateTimeFormat(i18n.language, how).format(at)}</span>;
};

const DateText = lazyWithFallback(async () => (await import('./date-text.view.tsx')).DateText, IntlFallback);

/** Date and time in the player's time zone; `at` in epoch ms. Loads the date library on first use; falls back to Intl. */
export const DateTime = ({ at }: Moment): ReactNode => (
  <time dateTime={new Date(at).toISOString()}>
    <Suspense fallback={<span>{'\u00a0'}</span>}>
      <DateText at={at} />
    </Suspense>
  </time>
);
