import { useTranslation } from 'react-i18next';
import type { HomeConfig } from '../../../machines/home/home.types.ts';
import type { Failure } from '../../../machines/kernel/failure.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { lazyPage } from '../app/lazy-page.tsx';
import { usePlayer } from '../app/portal.context.tsx';
import { Hero } from './hero.view.tsx';
import css from './home.module.css';

/** The part of the home page below its first screen. */
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

/** `/main/home`. The call to action never waits for the content. */
export const HomeView = ({ home, failure }: { readonly home: HomeConfig | null; readonly failure: Failure | null }) => {
  const player = usePlayer();
  return (
    <div data-state={home ? 'shown' : failure ? 'failed' : 'loading'}>
      <Hero />
      {player ? <HomeSections home={home} failure={failure} fallback={<SectionsSkeleton />} /> : <SectionsSkeleton />}
    </div>
  );
};
