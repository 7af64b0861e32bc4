import { useSelector } from '@xstate/react';
import type { TFunction } from 'i18next';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { type PortalScreen, selectPortalFrame } from '../../../machines/portal/portal.screens.ts';
import type { AccountSection } from '../../../machines/signed-in/signed-in.pages.ts';
import { usePortal } from '../app/portal.context.tsx';
import { PaymentTitle } from './signed-in-parts.ts';

type TitleName = Exclude<PortalScreen['name'], 'account'> | `account-${AccountSection}`;

export const pageName = (screen: PortalScreen): TitleName =>
  screen.name === 'account' ? `account-${screen.section}` : screen.name;

/** Functions, because a translation costs time: only the shown title is translated. */
const TITLES: Readonly<Record<TitleName, (t: TFunction<'portal'>) => string>> = {
  starting: (t) => t('title.starting'),
  'boot-failed': (t) => t('title.bootFailed'),
  'load-failed': (t) => t('title.bootFailed'),
  login: (t) => t('title.login'),
  home: (t) => t('title.home'),
  recharge: (t) => t('title.recharge'),
  payment_detail: (t) => t('title.orderDetail'),
  'account-user': (t) => t('title.account'),
  'account-recharge': (t) => t('title.history'),
  'account-epoint': (t) => t('title.ledger'),
  events: (t) => t('title.events'),
  'event-detail': (t) => t('title.eventDetail'),
  logout: (t) => t('title.logout'),
  forbidden: (t) => t('title.forbidden'),
  'not-found': (t) => t('title.notFound'),
};

/** Title of the page, then the name of the site (ROUTE-12). */
export const Title = ({ screen }: { readonly screen: PortalScreen }) => {
  const { t } = useTranslation('portal');
  const parts = [TITLES[pageName(screen)](t), t('site')];
  const authorized = useSelector(usePortal(), (snapshot) => selectPortalFrame(snapshot).authorized);
  const plain = <title>{parts.join(' · ')}</title>;
  return authorized ? (
    <Suspense fallback={plain}>
      <PaymentTitle parts={parts} />
    </Suspense>
  ) : (
    plain
  );
};
