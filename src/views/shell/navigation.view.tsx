import { useTranslation } from 'react-i18next';
import type { PortalFrame } from '../../../machines/portal/portal.screens.ts';
import { RECHARGE } from '../../../machines/signed-in/signed-in.pages.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { ACCOUNT_MENU } from './account-menu-id.ts';
import css from './navigation.module.css';

type Section = Pick<PortalFrame, 'section'>;

const PageLinks = ({ section }: Section) => {
  const { t } = useTranslation('portal');
  const links = [
    { of: 'home', to: '/main/home', icon: 'home', label: t('frame.home') },
    { of: 'recharge', to: RECHARGE, icon: 'bolt', label: t('frame.recharge') },
    { of: 'news', to: '/main/event', icon: 'megaphone', label: t('frame.news') },
  ] as const;
  return links.map(({ of, to, icon, label }) => (
    <PageLink key={of} to={to} aria-current={section === of ? 'page' : undefined}>
      <Icon name={icon} />
      <span>{label}</span>
    </PageLink>
  ));
};

export const TopNavigation = ({ section }: Section) => {
  const { t } = useTranslation('portal');
  return (
    <nav className={css['top']} aria-label={t('frame.navigation')}>
      <PageLinks section={section} />
    </nav>
  );
};

export const TabBar = ({ section }: Section) => {
  const { t } = useTranslation('portal');
  return (
    <nav className={css['tabs']} aria-label={t('frame.navigation')}>
      <PageLinks section={section} />
      <button type="button" popoverTarget={ACCOUNT_MENU} aria-current={section === 'account' ? 'page' : undefined}>
        <Icon name="user" />
        <span>{t('frame.account')}</span>
      </button>
    </nav>
  );
};
