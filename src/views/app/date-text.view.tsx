import { useTranslation } from 'react-i18next';
import { formatDateTime, formatDay, formatZonedTime } from '../../i18n/date-format.ts';
import { useDay } from '../../ui/use-day.ts';
import { useBrowserActions } from './portal.context.tsx';

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
