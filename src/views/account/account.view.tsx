import { useTranslation } from 'react-i18next';
import type { AccountSection } from '../../../machines/signed-in/signed-in.pages.ts';
import css from './account.module.css';
import { AccountTabs, SECTION_ID } from './account-tabs.view.tsx';
import { HistorySection } from './history.view.tsx';
import { LedgerSection } from './ledger.view.tsx';
import { UserSection } from './user.view.tsx';

const Section = ({ section }: { readonly section: AccountSection }) => {
  switch (section) {
    case 'user':
      return <UserSection />;
    case 'recharge':
      return <HistorySection />;
    case 'epoint':
      return <LedgerSection />;
  }
};

/** `/main/account/*`: one screen with three sections (ROUTE-09). */
export const AccountView = ({ section }: { readonly section: AccountSection }) => {
  const { t } = useTranslation('account');
  return (
    <div className={css['page']} data-state={section}>
      <h1 aria-describedby={SECTION_ID}>{t('title')}</h1>
      <AccountTabs section={section} />
      <Section section={section} />
    </div>
  );
};
