import type { ReactNode } from 'react';
import type { Failure } from '../../../machines/kernel/failure.ts';
import type { HomeConfig } from '../../../machines/portal/portal.types.ts';
import { Downloads } from './downloads.view.tsx';
import { Features } from './features.view.tsx';
import { Games } from './games.view.tsx';
import { Hero } from './hero.view.tsx';
import css from './home.module.css';
import { HomeFailed } from './home-failed.view.tsx';

/** `/main/home`. The call to action never waits for the content. */
export const HomeView = ({
  home,
  failure,
}: {
  readonly home: HomeConfig | null;
  readonly failure: Failure | null;
}): ReactNode => (
  <div data-state={home ? 'shown' : failure ? 'failed' : 'loading'}>
    <Hero redeemUrl={home?.redeemUrl ?? null} />
    <div className={css['sections']}>
      {!home && failure ? (
        <HomeFailed failure={failure} />
      ) : (
        <>
          <Games games={home?.games ?? null} />
          <Features features={home?.features ?? null} />
          {home && home.downloads.length > 0 && <Downloads links={home.downloads} />}
        </>
      )}
    </div>
  </div>
);
