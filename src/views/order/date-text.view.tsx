import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../i18n/date-format.ts';

export const DateText = ({ at }: { readonly at: number }): ReactNode => {
  const { i18n } = useTranslation();
  return <span>{formatDateTime(at, i18n.language)}</span>;
};
