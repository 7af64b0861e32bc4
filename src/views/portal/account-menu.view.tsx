import { shallowEqual, useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { selectSessionScreen } from '../../../machines/session/session.screens.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import css from './account-menu.module.css';
import { LanguageSwitch } from './language-switch.view.tsx';
import { usePortal } from './portal.context.tsx';
import { safeLink } from './safe-link.ts';
import { ThemeSwitch } from './theme-switch.view.tsx';

export const ACCOUNT_MENU = 'account-menu';

const Support = ({ url }: { readonly url: string | null }): ReactNode => {
  const { t } = useTranslation('portal');
  const portal = usePortal();
  const missing = () => portal.send({ type: 'notice.add', subject: 'serviceLinkMissing', level: 'error' });
  return url ? (
    <ButtonLink variant="secondary" wide icon="support" external href={url}>
      {t('menu.support')} <span className="visually-hidden">{t('menu.newWindow')}</span>
    </ButtonLink>
  ) : (
    <Button variant="secondary" wide icon="support" onClick={missing}>
      {t('menu.support')}
    </Button>
  );
};

/** Who is logged in, language, appearance, customer service, logout. Opened by buttons that name `ACCOUNT_MENU`. */
export const AccountMenu = (): ReactNode => {
  const { t } = useTranslation('portal');
  const portal = usePortal();
  const session = useSelector(portal, ({ children }) => children.session);
  const active = useSelector(
    session,
    (snapshot) => {
      const screen = snapshot && selectSessionScreen(snapshot);
      return screen?.name === 'active' ? screen : null;
    },
    shallowEqual,
  );
  const canLeave = useSelector(portal, (snapshot) => snapshot.can({ type: 'logout.request' }));
  return (
    <section id={ACCOUNT_MENU} popover="auto" className={css['menu']} aria-label={t('menu.open')}>
      <p className={css['who']}>
        <span className={css['face']}>
          <Icon name="user" size={22} />
        </span>
        <span>
          <small>{t('menu.greeting')}</small>
          <bdi>{active?.displayName}</bdi>
        </span>
      </p>
      <div className={css['row']}>
        <span aria-hidden="true">{t('menu.language')}</span>
        <LanguageSwitch />
      </div>
      <div className={css['row']}>
        <span aria-hidden="true">{t('menu.theme')}</span>
        <ThemeSwitch />
      </div>
      <Support url={safeLink(active?.customerService ?? null)} />
      <Button
        variant="quiet"
        wide
        icon="logout"
        disabled={!canLeave}
        onClick={() => portal.send({ type: 'logout.request' })}
      >
        {t('menu.logout')}
      </Button>
    </section>
  );
};
