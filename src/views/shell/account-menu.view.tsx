import { useSelector } from '@xstate/react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { selectSessionScreen } from '../../../machines/session/session.screens.ts';
import { Icon } from '../../ui/icon.tsx';
import { LogoutButton } from '../app/logout-button.view.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { usePortal } from '../app/portal.context.tsx';
import { LanguageSwitch, ThemeSwitch } from '../app/settings.view.tsx';
import { SupportLink } from '../app/support-link.view.tsx';
import { PlayerName } from '../order/player-name.view.tsx';
import css from './account-menu.module.css';
import { ACCOUNT_MENU } from './account-menu-id.ts';

const closeMenu = (event: MouseEvent) => {
  const menu = event.currentTarget.closest('[popover]');
  if (menu instanceof HTMLElement) menu.hidePopover?.();
};

const AccountLinks = () => {
  const { t } = useTranslation('portal');
  const links = [
    { to: 'user', icon: 'user', label: t('menu.profile') },
    { to: 'recharge', icon: 'receipt', label: t('menu.history') },
    { to: 'epoint', icon: 'wallet', label: t('menu.ledger') },
  ] as const;
  return (
    <nav className={css['links']} aria-label={t('frame.account')}>
      {links.map(({ to, icon, label }) => (
        <PageLink key={to} to={`/main/account/${to}`} onOpen={closeMenu}>
          <Icon name={icon} size={18} />
          <span>{label}</span>
        </PageLink>
      ))}
    </nav>
  );
};

/** Player, language, theme, customer service and logout. Buttons with the popover target `ACCOUNT_MENU` open it. */
export const AccountMenu = () => {
  const { t } = useTranslation('portal');
  const portal = usePortal();
  const session = useSelector(portal, ({ children }) => children.session);
  const name = useSelector(session, (snapshot) => {
    const screen = snapshot && selectSessionScreen(snapshot);
    return screen?.name === 'active' ? screen.displayName : null;
  });
  return (
    <section id={ACCOUNT_MENU} popover="auto" className={css['menu']} aria-label={t('menu.open')}>
      <p className={css['player']}>
        <span className={css['avatar']}>
          <Icon name="user" size={22} />
        </span>
        <span>
          <small>{t('menu.greeting')}</small>
          {name !== null && <PlayerName name={name} />}
        </span>
      </p>
      <AccountLinks />
      <div className={css['row']}>
        <span aria-hidden="true">{t('menu.language')}</span>
        <LanguageSwitch />
      </div>
      <div className={css['row']}>
        <span aria-hidden="true">{t('menu.theme')}</span>
        <ThemeSwitch />
      </div>
      <SupportLink wide />
      <LogoutButton />
    </section>
  );
};
