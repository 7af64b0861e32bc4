import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { CopyButton } from '../app/copy-button.view.tsx';
import { LogoutButton } from '../app/logout-button.view.tsx';
import { usePortal } from '../app/portal.context.tsx';
import { LanguageSwitch, ThemeSwitch } from '../app/settings.view.tsx';
import { SupportLink } from '../app/support-link.view.tsx';
import { maskId, PlayerName } from '../order/player-name.view.tsx';
import account from './account.module.css';
import { PointsPanel } from './points-panel.view.tsx';
import css from './user.module.css';

/** An id, masked until the player shows it, because a screen may be shared. The other button copies the full id. */
const MaskedId = ({ id, label }: { readonly id: string; readonly label: string }) => {
  const { t } = useTranslation(['account', 'payment']);
  const [isShown, setShown] = useState(false);
  const button = isShown ? t('account:user.hide') : t('account:user.show');
  return (
    <span className={css['id']}>
      <bdi>{isShown ? id : maskId(id)}</bdi>
      <Button
        variant="quiet"
        icon={isShown ? 'eyeOff' : 'eye'}
        aria-label={`${button}: ${label}`}
        onClick={() => setShown(!isShown)}
      >
        {button}
      </Button>
      <CopyButton variant="quiet" label={t('payment:copy')} copiedLabel={t('payment:copied')} text={() => id} />
    </span>
  );
};

const Identity = () => {
  const { t } = useTranslation('account');
  const portal = usePortal();
  const who = useSelector(portal, ({ context }) => context.account);
  const game = useSelector(portal, ({ context }) => context.config?.gameInfo.name);
  if (!who) return null;
  const ids = [
    ['gameAccount', t('user.gameAccount'), who.gameAccountId],
    ['user', t('user.id'), who.userId],
  ] as const;
  const rows: readonly Fact[] = [
    ...ids.flatMap(([key, label, id]) =>
      id === '' ? [] : [{ key, label, value: <MaskedId id={id} label={label} /> }],
    ),
    ...(game ? [{ key: 'game', label: t('user.game'), value: <PlayerName name={game} /> }] : []),
  ];
  return (
    <section className={account['panel']}>
      {who.displayName !== '' && (
        <p className={css['player']}>
          <span className={css['avatar']} aria-hidden="true">
            {[...who.displayName][0]?.toLocaleUpperCase()}
          </span>
          <span>
            <small>{t('user.name')}</small>
            <strong>
              <PlayerName name={who.displayName} />
            </strong>
          </span>
        </p>
      )}
      <Facts rows={rows} />
    </section>
  );
};

export const UserSection = () => {
  const { t } = useTranslation(['account', 'portal']);
  return (
    <div className={css['columns']}>
      <div className={account['section']}>
        <Identity />
        <PointsPanel withRecord />
      </div>
      <div className={account['section']}>
        <section className={account['panel']}>
          <h2>{t('account:user.settings')}</h2>
          <div className={css['row']}>
            <span aria-hidden="true">{t('portal:menu.language')}</span>
            <LanguageSwitch />
          </div>
          <div className={css['row']}>
            <span aria-hidden="true">{t('portal:menu.theme')}</span>
            <ThemeSwitch />
          </div>
        </section>
        <section className={account['panel']}>
          <h2>{t('account:user.help')}</h2>
          <p className={css['hint']}>{t('account:user.helpText')}</p>
          <SupportLink wide />
          <LogoutButton />
        </section>
      </div>
    </div>
  );
};
