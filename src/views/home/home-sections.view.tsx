import { useTranslation } from 'react-i18next';
import type { HomeConfig } from '../../../machines/home/home.types.ts';
import type { Failure } from '../../../machines/kernel/failure.ts';
import { LoadFailed } from '../app/load-problem.view.tsx';
import { usePortal } from '../app/portal.context.tsx';
import { Features } from './features.view.tsx';
import { Games } from './games.view.tsx';
import css from './home.module.css';
import { HotNews } from './hot-news.view.tsx';
import { QuickActions } from './quick-actions.view.tsx';

type SectionsProps = { readonly home: HomeConfig | null; readonly failure: Failure | null };

/** Below the hero: needs the texts and machines of signed-in players. */
export const HomeSections = ({ home, failure }: SectionsProps) => {
  const { t } = useTranslation('portal');
  const portal = usePortal();
  const retry = () => portal.send({ type: 'boot.retry' });
  return (
    <div className={css['sections']}>
      <QuickActions home={home} isLoading={!home && !failure} />
      {!home && failure ? (
        <LoadFailed tone="warning" title={t('home.failed')} failure={failure} onRetry={retry} />
      ) : (
        <Games home={home} />
      )}
      <HotNews />
      {(home || !failure) && <Features features={home?.features ?? null} />}
    </div>
  );
};
