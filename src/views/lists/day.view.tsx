import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyWithStandIn } from '../app/lazy-part.tsx';

type Moment = { readonly at: number };

const IntlFallback = ({ at }: Moment): ReactNode => {
  const { i18n } = useTranslation();
  return new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' }).format(at);
};

const DayText = lazyWithStandIn(async () => (await import('./day-text.view.tsx')).DayText, IntlFallback);

/** A day in the player's zone; `at` in epoch ms. The date library comes with the first one, the browser stands in for it. */
export const Day = ({ at }: Moment): ReactNode => (
  <time dateTime={new Date(at).toISOString()}>
    <Suspense fallback={'\u00a0'}>
      <DayText at={at} />
    </Suspense>
  </time>
);
