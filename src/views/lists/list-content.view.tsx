import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failure as failed } from '../../../machines/kernel/failure.ts';
import type { ListScreen } from '../../../machines/lists/list.screens.ts';
import { formatNumber } from '../../i18n/formats.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFailed } from '../app/load-problem.view.tsx';
import { UnreadEntries } from '../app/unread-entries.view.tsx';
import type { ListActor } from './list-actor.ts';
import css from './pager.module.css';

type Loaded = Extract<ListScreen, { readonly name: 'shown' | 'unreadable' }>;

/** Previous and next page; nothing for a single page. A button without a page is disabled but stays and keeps the focus. */
export const ListPager = ({ actor, screen }: { readonly actor: ListActor; readonly screen: Loaded }) => {
  const { t, i18n } = useTranslation('account');
  const { page, pages, next, stale } = screen;
  const turn = (to: number) => actor.send({ type: 'page.turn', page: to });
  const canTurn = useSelector(actor, (snapshot) => snapshot.can({ type: 'page.turn', page: page + 1 }));
  if (page === 1 && next !== 'offered' && !stale) return null;
  const hasPrevious = page > 1;
  const hasNext = next === 'offered' && canTurn && !stale;
  const number = formatNumber(page, i18n.language);
  return (
    <nav className={css['pager']} aria-label={t('list.pages')}>
      <Button variant="secondary" aria-disabled={!hasPrevious} onClick={() => hasPrevious && turn(page - 1)}>
        {t('list.previous')}
      </Button>
      <span role="status">
        {pages === null
          ? t('list.page', { page: number })
          : t('list.pageOf', { page: number, pages: formatNumber(pages, i18n.language) })}
      </span>
      <Button variant="secondary" aria-disabled={!hasNext} onClick={() => hasNext && turn(page + 1)}>
        {t('list.next')}
      </Button>
    </nav>
  );
};

export type ShownList = Extract<ListScreen, { readonly name: 'shown' }>;

type UnreadableProps = {
  readonly title: string;
  readonly screen: Extract<ListScreen, { readonly name: 'unreadable' }>;
  readonly onRetry: () => void;
};

export const ListUnreadable = ({ title, screen: { unread, failure }, onRetry }: UnreadableProps) => (
  <>
    <LoadFailed title={title} failure={failure ?? failed('protocolError')} onRetry={onRetry} />
    <UnreadEntries ids={unread} />
  </>
);

type ListContentProps = {
  readonly actor: ListActor;
  readonly screen: ListScreen;
  readonly failedTitle: string;
  readonly skeleton: ReactNode;
  readonly empty: ReactNode;
  readonly onRefresh: () => void;
  readonly children: (shown: ShownList) => ReactNode;
};

/** A list in each of its states. A failed refresh is above the rows that stay, except for articles, which no button refreshes. */
export const ListContent = (props: ListContentProps) => {
  const { actor, screen, failedTitle, skeleton, empty, onRefresh, children } = props;
  const warning = 'failure' in screen && screen.failure && (
    <LoadFailed tone="warning" title={failedTitle} failure={screen.failure} onRetry={onRefresh} />
  );
  switch (screen.name) {
    case 'loading':
      return skeleton;
    case 'failed':
      return (
        <LoadFailed title={failedTitle} failure={screen.failure} onRetry={() => actor.send({ type: 'load.retry' })} />
      );
    case 'empty':
      return (
        <>
          {warning}
          {empty}
        </>
      );
    case 'unreadable':
      return (
        <>
          <ListUnreadable title={failedTitle} screen={screen} onRetry={onRefresh} />
          <ListPager actor={actor} screen={screen} />
        </>
      );
    case 'shown':
      return (
        <>
          {screen.content.kind !== 'articles' && warning}
          {children(screen)}
          <UnreadEntries ids={screen.unread} />
          <ListPager actor={actor} screen={screen} />
        </>
      );
  }
};
