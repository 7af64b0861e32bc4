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
  return (
    <>
      <PageLink to="/main/home" aria-current={section === 'home' ? 'page' : undefined}>
        <Icon name="home" />
        <span>{t('frame.home')}</span>
      </PageLink>
      <PageLink to={RECHARGE} aria-current={section === 'recharge' ? 'page' : undefined}>
        <Icon name="bolt" />
        <span>{t('frame.recharge')}</span>
      </PageLink>
      <PageLink to="/main/event" aria-current={section === 'news' ? 'page' : undefined}>
        <Icon name="megaphone" />
        <span>{t('frame.news')}</span>
      </PageLink>
    </>
  );
};

/** In the header of a wide layout. */
export const TopNavigation = ({ section }: Section) => {
  const { t } = useTranslation('portal');
  return (
    <nav className={css['top']} aria-label={t('frame.navigation')}>
      <PageLinks section={section} />
    </nav>
  );
};

/** At the bottom of a narrow layout. */
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
