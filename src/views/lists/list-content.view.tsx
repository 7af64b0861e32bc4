import { shallowEqual, useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import { failure as failed } from '../../../machines/kernel/failure.ts';
import type { listMachine } from '../../../machines/lists/list.machine.ts';
import { type ListScreen, selectListScreen } from '../../../machines/lists/list.screens.ts';
import type { ListQuery } from '../../../machines/lists/list.types.ts';
import { formatNumber } from '../../i18n/formats.ts';
import { Button } from '../../ui/button.tsx';
import { type HeadingRef, useContentFocus } from '../app/focus-heading.ts';
import { LoadFailed, UnreadEntries } from '../app/load-problem.view.tsx';
import { usePlayer } from '../app/portal.context.tsx';
import css from './pager.module.css';

export type ListActor = ActorRefFrom<typeof listMachine>;

export type HeadedListProps = { readonly actor: ListActor; readonly heading: HeadingRef };

const contentOf = (screen: ListScreen): string | null => {
  if (screen.name === 'loading' || (screen.name !== 'failed' && screen.failure)) return null;
  return screen.name;
};

/**
 * The list of the page. `actor`: undefined until its machine runs, and while that machine still shows a different kind. `restart`: starts
 * the crashed machine again; null if it has not crashed. `heading`: takes the focus of a retry.
 */
export const useList = (kind: ListQuery['kind']) => {
  const route = useSelector(usePlayer(), (snapshot) => snapshot?.children.listRoute);
  const isCrashed = useSelector(route, (snapshot) => snapshot?.matches('crashed') ?? false);
  const list = useSelector(route, (snapshot) => snapshot?.children.list);
  const shownKind = useSelector(list, (snapshot) => snapshot?.context.query.kind);
  const actor = shownKind === kind ? list : undefined;
  const content = useSelector(actor, (snapshot) => snapshot && contentOf(selectListScreen(snapshot)));
  const heading = useContentFocus(isCrashed ? 'crashed' : (content ?? null));
  return { actor, heading, restart: isCrashed ? () => route?.send({ type: 'load.retry' }) : null };
};

export const useListScreen = (actor: ListActor): ListScreen => useSelector(actor, selectListScreen, shallowEqual);

export type ShownList = Extract<ListScreen, { readonly name: 'shown' }>;
type UnreadableList = Extract<ListScreen, { readonly name: 'unreadable' }>;
type PagerProps = { readonly actor: ListActor; readonly screen: ShownList | UnreadableList };

/** Previous and next page; nothing for a single page. A button without a page is disabled but stays and keeps the focus. */
const ListPager = ({ actor, screen }: PagerProps) => {
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

type UnreadableProps = { readonly title: string; readonly screen: UnreadableList; readonly onRetry: () => void };

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
