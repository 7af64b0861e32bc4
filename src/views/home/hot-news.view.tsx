import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectAnnounced } from '../../../machines/bulletins/bulletins.screens.ts';
import type { ArticleCard as Article } from '../../../machines/lists/list.types.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { List } from '../../ui/list.tsx';
import { Loading, SkeletonList } from '../../ui/skeleton.tsx';
import { LoadEmpty, LoadFailed } from '../app/load-problem.view.tsx';
import { PageLink } from '../app/page-link.view.tsx';
import { useBulletinsActor } from '../bulletins/bulletins-actor.ts';
import { ArticleCard } from '../lists/article-card.view.tsx';
import { type ListActor, useList, useListScreen } from '../lists/list-actor.ts';
import { ListUnreadable } from '../lists/list-content.view.tsx';
import css from './home.module.css';

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

export const HotNews = () => {
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
