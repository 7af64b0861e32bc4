import { useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatDay, formatZonedTime } from '../../i18n/date-format.ts';
import { useBrowserActions } from './portal.context.tsx';

/** Midnight of the device before `now`, in epoch ms; `days` later. */
const midnight = (now: number, days = 0): number => {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
};

/** Timers may fire early: without this margin they would read the previous day. */
const MARGIN = 5;

/** Calls `begun` at each midnight of the clock that `now` reads. Returns how to stop. */
export const watchDays = (now: () => number, begun: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(
      () => {
        begun();
        wait();
      },
      midnight(now(), 1) - now() + MARGIN,
    );
  };
  wait();
  return () => clearTimeout(timer);
};

/** The day of the device by the clock that `now` reads, as the epoch ms of its beginning. Renders again when it changes. */
const useDay = (now: () => number): number => {
  const today = () => midnight(now());
  return useSyncExternalStore(
    useCallback((changed) => watchDays(now, changed), [now]),
    today,
    today,
  );
};

export type Moment = {
  /** Epoch ms. */
  readonly at: number;
  /**
   * `day`: only the day, in words. `zoned`: with the name of the zone, as a receipt needs it, and never "today". `yearless`: below the
   * name of its month.
   */
  readonly form?: 'day' | 'zoned' | 'yearless';
};

export const DateText = ({ at, form }: Moment) => {
  const { i18n } = useTranslation();
  const { serverNow } = useBrowserActions();
  const today = useDay(serverNow);
  const { language } = i18n;
  if (form === 'day') return <span>{formatDay(at, language)}</span>;
  if (form === 'zoned') return <span>{formatZonedTime(at, language)}</span>;
  return <span>{formatDateTime(at, language, today, form ?? 'day')}</span>;
};
