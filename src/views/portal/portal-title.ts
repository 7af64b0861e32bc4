import { useTranslation } from 'react-i18next';
import type { PortalScreen } from '../../../machines/portal/portal.screens.ts';

/** Title of the page, then of the site (ROUTE-12). */
export const usePortalTitle = (name: PortalScreen['name']): readonly string[] => {
  const { t } = useTranslation('portal');
  const titles: Readonly<Record<PortalScreen['name'], string>> = {
    starting: t('title.starting'),
    'boot-failed': t('title.bootFailed'),
    login: t('title.login'),
    home: t('title.home'),
    recharge: t('title.recharge'),
    'order-detail': t('title.orderDetail'),
    logout: t('title.logout'),
    forbidden: t('title.forbidden'),
    'not-found': t('title.notFound'),
  };
  return [titles[name], t('site')];
};
