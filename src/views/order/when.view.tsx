import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyWithStandIn } from '../app/lazy-part.tsx';

type Moment = { readonly at: number };

const IntlFallback = ({ at }: Moment): ReactNode => {
  const { i18n } = useTranslation();
  const how = { dateStyle: 'medium', timeStyle: 'long' } as const;
  return new Intl.DateTimeFormat(i18n.language, how).format(at);
};

const DateText = lazyWithStandIn(async () => (await import('./date-text.view.tsx')).DateText, IntlFallback);

/** A moment in the player's zone; `at` in epoch ms. The date library comes with the first one, the browser stands in for it. */
export const When = ({ at }: Moment): ReactNode => (
  <time dateTime={new Date(at).toISOString()}>
    <Suspense fallback={'\u00a0'}>
      <DateText at={at} />
    </Suspense>
  </time>
);
