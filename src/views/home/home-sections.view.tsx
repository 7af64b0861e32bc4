import type { ReactNode } from 'react';
import type { HomeConfig } from '../../../machines/home/home.types.ts';
import type { Failure } from '../../../machines/kernel/failure.ts';
import { Features } from './features.view.tsx';
import { Games } from './games.view.tsx';
import css from './home.module.css';
import { HomeFailed } from './home-failed.view.tsx';
import { HotNews } from './hot-news.view.tsx';
import { QuickActions } from './quick-actions.view.tsx';

/** Below the hero: needs the texts and machines of signed-in players. */
export const HomeSections = ({
  home,
  failure,
}: {
  readonly home: HomeConfig | null;
  readonly failure: Failure | null;
}): ReactNode => (
  <div className={css['sections']}>
    <QuickActions home={home} isLoading={!home && !failure} />
    {!home && failure ? <HomeFailed failure={failure} /> : <Games home={home} />}
    <HotNews />
    {(home || !failure) && <Features features={home?.features ?? null} />}
  </div>
);
