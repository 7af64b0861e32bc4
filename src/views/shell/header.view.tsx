import { nameLanguage, shapes, wordmark } from 'virtual:brand/name';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { PortalFrame } from '../../../machines/portal/portal.screens.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { LanguageSwitch, ThemeSwitch } from '../app/settings.view.tsx';
import { ACCOUNT_MENU } from './account-menu-id.ts';
import css from './frame.module.css';
import { BalanceChip, SupportLink, TopNavigation } from './signed-in-parts.ts';

/** Logo and name; index.html shows the same before any code is loaded. */
export const Logo = () => (
  <>
    <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      {shapes}
    </svg>
    <span lang={nameLanguage}>
      <span>{wordmark.main}</span>
      <b>{wordmark.last}</b>
    </span>
  </>
);

const Brand = () => (
  <PageLink className={css['brand']} to="/main/home">
    <Logo />
  </PageLink>
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
          // As wide as the parts that load, so that nothing next to them moves.
          <Suspense
            fallback={
              <>
                <Skeleton width="7.5em" height={36} />
                <Skeleton width={44} height={36} />
              </>
            }
          >
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
