import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListQuery } from '../../../machines/lists/list.types.ts';
import { Button } from '../../ui/button.tsx';
import { List } from '../../ui/list.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { UnreadEntries } from '../app/unread-entries.view.tsx';
import { ArticleCard } from '../lists/article-card.view.tsx';
import { type ListActor, useListActor, useListHeading, useListRestart, useListScreen } from '../lists/list-actor.ts';
import { ListPager } from '../lists/list-pager.view.tsx';
import { ListEmpty, ListFailed, ListUnreadable } from '../lists/list-problem.view.tsx';
import css from './news.module.css';
import { NewsSkeleton } from './news-skeleton.view.tsx';

type Type = Extract<ListQuery, { readonly kind: 'articles' }>['type'];

const TYPES = [0, 1, 2, 3] as const satisfies readonly Type[];

const Filter = ({ actor, type }: { readonly actor: ListActor; readonly type: Type }): ReactNode => {
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

const Rows = ({ actor }: { readonly actor: ListActor }): ReactNode => {
  const { t } = useTranslation('content');
  const screen = useListScreen(actor);
  const retry = () => actor.send({ type: 'load.retry' });
  const refresh = () => actor.send({ type: 'list.refresh' });
  switch (screen.name) {
    case 'loading':
      return <NewsSkeleton />;
    case 'failed':
      return <ListFailed title={t('list.failed')} failure={screen.failure} onRetry={retry} />;
    case 'empty':
      return (
        <>
          {screen.failure && (
            <ListFailed tone="warning" title={t('list.failed')} failure={screen.failure} onRetry={refresh} />
          )}
          <ListEmpty
            art="news"
            title={t('list.empty.title')}
            hint={t('list.empty.text')}
            action={
              <Button variant="secondary" icon="refresh" busy={screen.refreshing} onClick={refresh}>
                {t('list.refresh')}
              </Button>
            }
          />
        </>
      );
    case 'unreadable':
      return (
        <>
          <ListUnreadable title={t('list.failed')} screen={screen} onRetry={refresh} />
          <ListPager actor={actor} screen={screen} />
        </>
      );
    case 'shown':
      return screen.content.kind === 'articles' ? (
        <>
          <List className={css['cards']} data-stale={screen.stale || undefined} aria-busy={screen.stale}>
            {screen.content.rows.map((article, at) => (
              <ArticleCard
                key={article.articleId ?? `row ${at}`}
                article={article}
                level="h2"
                lead={at === 0 && screen.page === 1}
                eager={at < 3}
              />
            ))}
          </List>
          <UnreadEntries ids={screen.unread} />
          <ListPager actor={actor} screen={screen} />
        </>
      ) : null;
  }
};

const ArticleList = ({ actor }: { readonly actor: ListActor }): ReactNode => {
  const screen = useListScreen(actor);
  return (
    <div className={css['list']} data-state={screen.name}>
      {screen.query.kind === 'articles' && <Filter actor={actor} type={screen.query.type} />}
      <Rows actor={actor} />
    </div>
  );
};

/** `/main/event`: articles of every type, newest first. */
export const NewsView = (): ReactNode => {
  const { t } = useTranslation('content');
  const actor = useListActor('articles');
  const startAgain = useListRestart();
  const heading = useListHeading(actor, startAgain !== null);
  return (
    <div className={css['page']}>
      <header>
        <h1 ref={heading}>{t('list.title')}</h1>
        <p>{t('list.lead')}</p>
      </header>
      {startAgain ? (
        <ListFailed title={t('list.failed')} failure={null} onRetry={startAgain} />
      ) : actor ? (
        <ArticleList actor={actor} />
      ) : (
        <NewsSkeleton />
      )}
    </div>
  );
};
