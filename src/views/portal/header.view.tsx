import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PortalFrame } from '../../../machines/portal/portal.screens.ts';
import { Button } from '../../ui/button.tsx';
import { SupportLink } from '../support/support-link.view.tsx';
import { ACCOUNT_MENU } from './account-menu.view.tsx';
import { BalanceChip } from './balance-chip.view.tsx';
import { Brand } from './brand.view.tsx';
import css from './frame.module.css';
import { LanguageSwitch } from './language-switch.view.tsx';
import { TopNavigation } from './navigation.view.tsx';
import { ThemeSwitch } from './theme-switch.view.tsx';

export const Header = ({ frame }: { readonly frame: PortalFrame }): ReactNode => {
  const { t } = useTranslation('portal');
  return (
    <header className={css['header']}>
      <Brand />
      {frame.authorised && !frame.isMobile && <TopNavigation section={frame.section} />}
      <div className={css['tools']}>
        {frame.authorised && <BalanceChip />}
        {frame.authorised && <SupportLink variant="quiet" compact />}
        <LanguageSwitch compact />
        {!frame.authorised && <ThemeSwitch compact />}
        {frame.authorised && !frame.isMobile && (
          <Button variant="secondary" icon="user" popoverTarget={ACCOUNT_MENU} aria-label={t('menu.open')}>
            {t('frame.account')}
          </Button>
        )}
      </div>
    </header>
  );
};
