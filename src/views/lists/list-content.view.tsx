import type { ReactNode } from 'react';
import { failure as failed } from '../../../machines/kernel/failure.ts';
import type { ListScreen } from '../../../machines/lists/list.screens.ts';
import { LoadFailed, UnreadEntries } from '../app/load-problem.view.tsx';
import type { ListActor } from './list-actor.ts';
import { ListPager } from './list-pager.view.tsx';

export type ShownList = Extract<ListScreen, { readonly name: 'shown' }>;

/** A page with entries of which none can be read. */
export const ListUnreadable = ({
  title,
  screen: { unread, failure },
  onRetry,
}: {
  readonly title: string;
  readonly screen: Extract<ListScreen, { readonly name: 'unreadable' }>;
  readonly onRetry: () => void;
}) => (
  <>
    <LoadFailed title={title} failure={failure ?? failed('protocolError')} onRetry={onRetry} />
    <UnreadEntries ids={unread} />
  </>
);

/** A list in each of its states. A failed refresh is above the rows that stay, except for articles, which no button refreshes. */
export const ListContent = ({
  actor,
  screen,
  failedTitle,
  skeleton,
  empty,
  onRefresh,
  children,
}: {
  readonly actor: ListActor;
  readonly screen: ListScreen;
  readonly failedTitle: string;
  readonly skeleton: ReactNode;
  readonly empty: ReactNode;
  readonly onRefresh: () => void;
  /** Draws the rows. */
  readonly children: (shown: ShownList) => ReactNode;
}) => {
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
