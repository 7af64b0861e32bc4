import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../i18n/date-format.ts';

export const DayText = ({ at }: { readonly at: number }): ReactNode => {
  const { i18n } = useTranslation();
  return <span>{formatDay(at, i18n.language)}</span>;
};
