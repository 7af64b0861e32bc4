import { useTranslation } from 'react-i18next';
import type { ListQuery } from '../../../machines/lists/list.types.ts';
import { Button } from '../../ui/button.tsx';
import { List } from '../../ui/list.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Loading, SkeletonList } from '../../ui/skeleton.tsx';
import { LoadEmpty, LoadFailed } from '../app/load-problem.view.tsx';
import { ArticleCard } from '../lists/article-card.view.tsx';
import { type ListActor, ListContent, useList, useListScreen } from '../lists/list-content.view.tsx';
import css from './news.module.css';

type Type = Extract<ListQuery, { readonly kind: 'articles' }>['type'];

const TYPES = [0, 1, 2, 3] as const satisfies readonly Type[];

const NewsSkeleton = () => {
  const { t } = useTranslation('content');
  return (
    <Loading label={t('list.loading')}>
      <SkeletonList className={css['cards']} rows={6} height={360} />
    </Loading>
  );
};

const Filter = ({ actor, type }: { readonly actor: ListActor; readonly type: Type }) => {
  const { t } = useTranslation('content');
  const names = [t('list.all'), t('list.news'), t('list.event'), t('list.strategy')] as const;
  return (
    <Segmented
      legend={t('list.filter')}
      value={String(type)}
      onPick={(picked) => {
        const wanted = TYPES.find((one) => String(one) === picked) ?? 0;
        actor.send({ type: 'filter.change', query: { kind: 'articles', type: wanted } });
      }}
      options={TYPES.map((one) => ({ value: String(one), label: names[one] }))}
    />
  );
};

const ArticleList = ({ actor }: { readonly actor: ListActor }) => {
  const { t } = useTranslation('content');
  const screen = useListScreen(actor);
  const refresh = () => actor.send({ type: 'list.refresh' });
  return (
    <div className={css['list']} data-state={screen.name}>
      {screen.query.kind === 'articles' && <Filter actor={actor} type={screen.query.type} />}
      <ListContent
        actor={actor}
        screen={screen}
        failedTitle={t('list.failed')}
        skeleton={<NewsSkeleton />}
        empty={
          <LoadEmpty
            art="news"
            title={t('list.empty.title')}
            hint={t('list.empty.text')}
            action={
              <Button
                variant="secondary"
                icon="refresh"
                busy={screen.name === 'empty' && screen.refreshing}
                onClick={refresh}
              >
                {t('list.refresh')}
              </Button>
            }
          />
        }
        onRefresh={refresh}
      >
        {({ content, page, stale }) =>
          content.kind === 'articles' && (
            <List className={css['cards']} data-stale={stale || undefined} aria-busy={stale}>
              {content.rows.map((article, at) => (
                <ArticleCard
                  key={article.articleId ?? `row ${at}`}
                  article={article}
                  level="h2"
                  lead={at === 0 && page === 1}
                  eager={at < 3}
                />
              ))}
            </List>
          )
        }
      </ListContent>
    </div>
  );
};

export const NewsView = () => {
  const { t } = useTranslation('content');
  const { actor, heading, restart } = useList('articles');
  return (
    <div className={css['page']}>
      <header>
        <h1 ref={heading}>{t('list.title')}</h1>
        <p>{t('list.lead')}</p>
      </header>
      {restart ? (
        <LoadFailed title={t('list.failed')} failure={null} onRetry={restart} />
      ) : actor ? (
        <ArticleList actor={actor} />
      ) : (
        <NewsSkeleton />
      )}
    </div>
  );
};
