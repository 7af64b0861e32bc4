import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatZonedTime } from '../../i18n/date-format.ts';
import { useDay } from '../../ui/use-day.ts';
import { useBrowserActions } from '../app/portal.context.tsx';

/** `at`: epoch ms. `zoned`: with the name of the zone, as a receipt needs it, and never "today". */
export type Moment = { readonly at: number; readonly zoned?: boolean };

export const DateText = ({ at, zoned = false }: Moment): ReactNode => {
  const { i18n } = useTranslation();
  const { serverNow } = useBrowserActions();
  const today = useDay(serverNow);
  return <span>{zoned ? formatZonedTime(at, i18n.language) : formatDateTime(at, i18n.language, today)}</span>;
};
