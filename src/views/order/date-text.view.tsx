import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatZonedTime } from '../../i18n/date-format.ts';
import { useDay } from '../../ui/use-day.ts';
import { useBrowserActions } from '../app/portal.context.tsx';

/** `at`: epoch ms. `zoned`: with the name of the zone, as a receipt needs it, and never "today". `yearless`: below the name of its month. */
export type Moment = { readonly at: number; readonly zoned?: boolean; readonly yearless?: boolean };

export const DateText = ({ at, zoned = false, yearless = false }: Moment): ReactNode => {
  const { i18n } = useTranslation();
  const { serverNow } = useBrowserActions();
  const today = useDay(serverNow);
  const { language } = i18n;
  const style = yearless ? 'yearless' : 'day';
  return <span>{zoned ? formatZonedTime(at, language) : formatDateTime(at, language, today, style)}</span>;
};
