import { scene } from 'virtual:brand/scene';
import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectBalanceScreen } from '../../../machines/balance/balance.screens.ts';
import type { HomeConfig } from '../../../machines/home/home.types.ts';
import type { Failure } from '../../../machines/kernel/failure.ts';
import { RECHARGE } from '../../../machines/signed-in/signed-in.pages.ts';
import { formatEPoints } from '../../i18n/formats.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { lazyPage } from '../app/lazy-page.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { usePlayer } from '../app/portal.context.tsx';
import css from './home.module.css';

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
const Hero = () => {
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

const HomeSections = lazyPage(async () => (await import('./home-sections.view.tsx')).HomeSections);

const SectionsSkeleton = () => {
  const { t } = useTranslation('portal');
  return (
    <div className={css['sections']}>
      <Loading label={t('home.games.loading')}>
        <Skeleton height={720} />
      </Loading>
    </div>
  );
};

export const HomeView = ({ home, failure }: { readonly home: HomeConfig | null; readonly failure: Failure | null }) => {
  const player = usePlayer();
  return (
    <div data-state={home ? 'shown' : failure ? 'failed' : 'loading'}>
      <Hero />
      {player ? <HomeSections home={home} failure={failure} fallback={<SectionsSkeleton />} /> : <SectionsSkeleton />}
    </div>
  );
};
