import { useTranslation } from 'react-i18next';
import type { AccountSection } from '../../../machines/signed-in/signed-in.pages.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import css from './account-tabs.module.css';

/** Id of the link to the open section, which describes the heading of the page. */
export const SECTION_ID = 'account-section';

/** The three sections of the account, each with a URL. */
export const AccountTabs = ({ section }: { readonly section: AccountSection }) => {
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
