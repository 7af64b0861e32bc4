import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountSection } from '../../../machines/signed-in/signed-in.pages.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import css from './account-tabs.module.css';

const ICONS: Readonly<Record<AccountSection, IconName>> = { user: 'user', recharge: 'receipt', epoint: 'wallet' };

/** Id of the link to the open section, which describes the heading of the page. */
export const SECTION_ID = 'account-section';

/** The three sections of the account, each with a URL. */
export const AccountTabs = ({ section }: { readonly section: AccountSection }): ReactNode => {
  const { t } = useTranslation('account');
  const tabs: readonly (readonly [AccountSection, string])[] = [
    ['user', t('tab.user')],
    ['recharge', t('tab.recharge')],
    ['epoint', t('tab.epoint')],
  ];
  return (
    <nav className={css['tabs']} aria-label={t('sections')}>
      {tabs.map(([own, label]) => (
        <PageLink
          key={own}
          to={`/main/account/${own}`}
          {...(own === section && { id: SECTION_ID, 'aria-current': 'page' })}
        >
          <Icon name={ICONS[own]} size={18} />
          <span>{label}</span>
        </PageLink>
      ))}
    </nav>
  );
};
