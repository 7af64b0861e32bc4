import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountSection } from '../../../machines/signed-in/signed-in.pages.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import css from './account.module.css';
import { HistorySection } from './history.view.tsx';
import { LedgerSection } from './ledger.view.tsx';
import { UserSection } from './user.view.tsx';

const SECTION_ID = 'account-section';

const AccountTabs = ({ section }: { readonly section: AccountSection }) => {
  const { t } = useTranslation('account');
  const tabs = [
    ['user', 'user', t('tab.user')],
    ['recharge', 'receipt', t('tab.recharge')],
    ['epoint', 'wallet', t('tab.epoint')],
  ] as const;
  return (
    <nav className={css['tabs']} aria-label={t('sections')}>
      {tabs.map(([own, icon, label]) => (
        <PageLink
          key={own}
          to={`/main/account/${own}`}
          {...(own === section && { id: SECTION_ID, 'aria-current': 'page' })}
        >
          <Icon name={icon} size={18} />
          <span>{label}</span>
        </PageLink>
      ))}
    </nav>
  );
};

const SECTIONS: Readonly<Record<AccountSection, ComponentType>> = {
  user: UserSection,
  recharge: HistorySection,
  epoint: LedgerSection,
};

/** `/main/account/*`: one screen with three sections (ROUTE-09). */
export const AccountView = ({ section }: { readonly section: AccountSection }) => {
  const { t } = useTranslation('account');
  const Section = SECTIONS[section];
  return (
    <div className={css['page']} data-state={section}>
      <h1 aria-describedby={SECTION_ID}>{t('title')}</h1>
      <AccountTabs section={section} />
      <Section />
    </div>
  );
};
