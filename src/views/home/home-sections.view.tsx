import { useTranslation } from 'react-i18next';
import type { HomeConfig, HomeFeature } from '../../../machines/home/home.types.ts';
import type { Failure } from '../../../machines/kernel/failure.ts';
import { Picture } from '../../art/picture.tsx';
import { localText } from '../../i18n/local-text.ts';
import { List } from '../../ui/list.tsx';
import { Loading, SkeletonList } from '../../ui/skeleton.tsx';
import { LoadFailed } from '../app/load-problem.view.tsx';
import { usePortal } from '../app/portal.context.tsx';
import { Games } from './games.view.tsx';
import css from './home.module.css';
import { HotNews } from './hot-news.view.tsx';
import { QuickActions } from './quick-actions.view.tsx';

/** For features without a picture. */
const PICTURES = ['delivered', 'channel-card', 'bundle'] as const;

const Features = ({ features }: { readonly features: readonly HomeFeature[] | null }) => {
  const { t, i18n } = useTranslation('portal');
  if (features?.length === 0) return null;
  return (
    <section className={css['section']}>
      <h2>{t('home.features.title')}</h2>
      {features === null ? (
        <Loading label={t('home.features.loading')}>
          <SkeletonList className={css['features']} rows={3} height={140} />
        </Loading>
      ) : (
        <List className={css['features']}>
          {features.map(({ key, title, titles, text, texts, art }, at) => (
            <li key={key}>
              <Picture name={art} fallback={PICTURES[at % PICTURES.length] ?? 'item'} width={56} loading="lazy" />
              <h3>{localText(title, titles, i18n.language).text}</h3>
              <p>{localText(text, texts, i18n.language).text}</p>
            </li>
          ))}
        </List>
      )}
    </section>
  );
};

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
