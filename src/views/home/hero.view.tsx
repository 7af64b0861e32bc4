import { scene } from 'virtual:brand/scene';
import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectBalanceScreen } from '../../../machines/balance/balance.screens.ts';
import { RECHARGE } from '../../../machines/signed-in/signed-in.pages.ts';
import { formatEPoints } from '../../i18n/formats.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { usePlayer } from '../app/portal.context.tsx';
import css from './hero.module.css';

/** Nothing for a login without a game account. */
const Balance = () => {
  const { t, i18n } = useTranslation('portal');
  const player = usePlayer();
  const balance = useSelector(player, (snapshot) => snapshot?.children.balance);
  const total = useSelector(balance, (snapshot) => {
    const screen = snapshot && selectBalanceScreen(snapshot);
    if (screen === undefined || screen.name === 'loading') return undefined;
    return screen.total;
  });
  if (player && !balance) return null;
  return (
    <p>
      <span>{t('balance.label')}</span>
      {total === undefined ? (
        <Skeleton width="5em" height={20} />
      ) : (
        <strong>{total === null ? '–' : formatEPoints(total, i18n.language)}</strong>
      )}
    </p>
  );
};

/** The balance and the way to the shop, which never waits for content. */
export const Hero = () => {
  const { t } = useTranslation('portal');
  return (
    <section className={css['hero']} data-theme="dark">
      <img className={css['scene']} src={scene} alt="" width={1200} height={800} />
      <div className={css['text']}>
        <h1>{t('home.lead')}</h1>
        <Balance />
      </div>
      <PageLink className={buttonClass({ size: 'lg' })} to={RECHARGE}>
        <Icon name="bolt" />
        <span>{t('home.topUp')}</span>
      </PageLink>
    </section>
  );
};
