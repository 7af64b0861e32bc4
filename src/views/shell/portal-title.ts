import { useTranslation } from 'react-i18next';
import type { PortalScreen } from '../../../machines/portal/portal.screens.ts';
import type { AccountSection } from '../../../machines/signed-in/signed-in.pages.ts';

type TitleName = Exclude<PortalScreen['name'], 'account'> | `account-${AccountSection}`;

const nameOf = (screen: PortalScreen): TitleName =>
  screen.name === 'account' ? `account-${screen.section}` : screen.name;

/** Title of the page, then the name of the site (ROUTE-12). */
export const usePortalTitle = (screen: PortalScreen): readonly string[] => {
  const { t } = useTranslation('portal');
  const titles: Readonly<Record<TitleName, string>> = {
    starting: t('title.starting'),
    'boot-failed': t('title.bootFailed'),
    'load-failed': t('title.bootFailed'),
    login: t('title.login'),
    home: t('title.home'),
    recharge: t('title.recharge'),
    payment_detail: t('title.orderDetail'),
    'account-user': t('title.account'),
    'account-recharge': t('title.history'),
    'account-epoint': t('title.ledger'),
    events: t('title.events'),
    'event-detail': t('title.eventDetail'),
    logout: t('title.logout'),
    forbidden: t('title.forbidden'),
    'not-found': t('title.notFound'),
  };
  return [titles[nameOf(screen)], t('site')];
};
