import { shallowEqual, useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectBalanceScreen } from '../../../machines/balance/balance.screens.ts';
import { formatEPoints } from '../../i18n/formats.ts';
import { usePlayer } from './portal.context.tsx';

/** Undefined if the login has no game account, and while the code of the balance loads. */
export const useBalanceScreen = () => {
  const balance = useSelector(usePlayer(), (snapshot) => snapshot?.children.balance);
  return useSelector(balance, (snapshot) => snapshot && selectBalanceScreen(snapshot), shallowEqual);
};

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
