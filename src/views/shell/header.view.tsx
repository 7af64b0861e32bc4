import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { PortalFrame } from '../../../machines/portal/portal.screens.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LanguageSwitch } from '../app/language-switch.view.tsx';
import { ThemeSwitch } from '../app/theme-switch.view.tsx';
import { ACCOUNT_MENU } from './account-menu-id.ts';
import { Brand } from './brand.view.tsx';
import css from './frame.module.css';
import { BalanceChip, SupportLink, TopNavigation } from './signed-in-parts.ts';

/** As wide as the parts that load, so that nothing next to them moves. */
const ToolsSkeleton = () => (
  <>
    <Skeleton width="7.5em" height={36} />
    <Skeleton width={44} height={36} />
  </>
);

export const Header = ({ frame }: { readonly frame: PortalFrame }) => {
  const { t } = useTranslation('portal');
  return (
    <header className={css['header']}>
      <Brand />
      <Suspense fallback={null}>
        {frame.authorized && !frame.isMobile && <TopNavigation section={frame.section} />}
      </Suspense>
      <div className={css['tools']}>
        {frame.authorized && (
          <Suspense fallback={<ToolsSkeleton />}>
            <BalanceChip />
            <SupportLink variant="quiet" compact />
          </Suspense>
        )}
        <LanguageSwitch compact />
        {!frame.authorized && <ThemeSwitch compact />}
        {frame.authorized && !frame.isMobile && (
          <Button variant="secondary" icon="user" popoverTarget={ACCOUNT_MENU} aria-label={t('menu.open')}>
            {t('frame.account')}
          </Button>
        )}
      </div>
    </header>
  );
};
