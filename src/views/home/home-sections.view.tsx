import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectAnnounced } from '../../../machines/bulletins/bulletins.screens.ts';
import type { HomeConfig, HomeFeature } from '../../../machines/home/home.types.ts';
import type { Failure } from '../../../machines/kernel/failure.ts';
import type { ArticleCard as Article } from '../../../machines/lists/list.types.ts';
import { Picture } from '../../art/picture.tsx';
import { localText } from '../../i18n/local-text.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { List } from '../../ui/list.tsx';
import { Loading, SkeletonList } from '../../ui/skeleton.tsx';
import { LoadEmpty, LoadFailed } from '../app/load-problem.view.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { usePortal } from '../app/portal.context.tsx';
import { useBulletinsActor } from '../bulletins/bulletins-actor.ts';
import { ArticleCard } from '../lists/article-card.view.tsx';
import { type ListActor, ListUnreadable, useList, useListScreen } from '../lists/list-content.view.tsx';
import { Games } from './games.view.tsx';
import css from './home.module.css';
import { QuickActions } from './quick-actions.view.tsx';

const MAX_CARDS = 3;

const CardsSkeleton = () => {
  const { t } = useTranslation('content');
  return (
    <Loading label={t('list.loading')}>
      <SkeletonList className={css['cards']} rows={MAX_CARDS} height={380} />
    </Loading>
  );
};

/** The newest articles that the strip above the page does not announce. */
const useNewest = (articles: readonly Article[]): readonly Article[] => {
  const announced = useSelector(useBulletinsActor(), (snapshot) => snapshot && selectAnnounced(snapshot));
  const others = articles.filter(
    ({ articleId }) => articleId === null || !announced?.some((bulletin) => bulletin.articleId === articleId),
  );
  return (others.length > 0 ? others : articles).slice(0, MAX_CARDS);
};

const Cards = ({ articles }: { readonly articles: readonly Article[] }) => (
  <List className={css['cards']}>
    {useNewest(articles).map((article, at) => (
      <ArticleCard key={article.articleId ?? `row ${at}`} article={article} level="h3" />
    ))}
  </List>
);

const LatestArticles = ({ actor }: { readonly actor: ListActor }) => {
  const { t } = useTranslation('content');
  const screen = useListScreen(actor);
  if (screen.name === 'failed')
    return (
      <LoadFailed
        title={t('list.failed')}
        failure={screen.failure}
        onRetry={() => actor.send({ type: 'load.retry' })}
      />
    );
  if (screen.name === 'unreadable')
    return (
      <ListUnreadable title={t('list.failed')} screen={screen} onRetry={() => actor.send({ type: 'list.refresh' })} />
    );
  if (screen.name === 'empty')
    return <LoadEmpty art="news" title={t('list.empty.title')} hint={t('list.empty.text')} />;
  if (screen.name === 'loading' || screen.content.kind !== 'articles') return <CardsSkeleton />;
  return <Cards articles={screen.content.rows} />;
};

const HotNews = () => {
  const { t } = useTranslation('content');
  const { actor, heading, restart } = useList('articles');
  return (
    <section className={css['section']} id="news">
      <div className={css['head']}>
        <h2 ref={heading}>{t('home.news')}</h2>
        <PageLink className={buttonClass({ variant: 'quiet' })} to="/main/event">
          <span>{t('home.more')}</span>
          <Icon name="arrow" />
        </PageLink>
      </div>
      {restart ? (
        <LoadFailed title={t('list.failed')} failure={null} onRetry={restart} />
      ) : actor ? (
        <LatestArticles actor={actor} />
      ) : (
        <CardsSkeleton />
      )}
    </section>
  );
};

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
