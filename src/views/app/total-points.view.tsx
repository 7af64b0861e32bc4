import { useTranslation } from 'react-i18next';
import { formatEPoints } from '../../i18n/formats.ts';

/** The balance, or a dash while it is unknown. */
export const TotalPoints = ({ total }: { readonly total: number | null }) => {
  const { t, i18n } = useTranslation('portal');
  if (total !== null) return <span>{formatEPoints(total, i18n.language)}</span>;
  return (
    <>
      <span aria-hidden="true">– EP</span>
      <span className="visually-hidden">{t('balance.failed')}</span>
    </>
  );
};
