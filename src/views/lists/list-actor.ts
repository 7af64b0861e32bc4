import { shallowEqual, useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { listMachine } from '../../../machines/lists/list.machine.ts';
import { type ListScreen, selectListScreen } from '../../../machines/lists/list.screens.ts';
import type { ListQuery } from '../../../machines/lists/list.types.ts';
import { type HeadingRef, useContentFocus } from '../app/content-focus.ts';
import { usePlayer } from '../app/portal.context.tsx';

export type ListActor = ActorRefFrom<typeof listMachine>;

/** A list with a heading that takes the focus of a retry. */
export type HeadedListProps = { readonly actor: ListActor; readonly heading: HeadingRef };

/** The list of the page; undefined until its machine runs, and while that machine still shows a different kind. */
export const useListActor = (kind: ListQuery['kind']): ListActor | undefined => {
  const player = usePlayer();
  const browsing = useSelector(player, (snapshot) => snapshot?.children.listRoute);
  const list = useSelector(browsing, (snapshot) => snapshot?.children.list);
  const runs = useSelector(list, (snapshot) => snapshot?.context.query.kind);
  return runs === kind ? list : undefined;
};

export const useListScreen = (actor: ListActor): ListScreen => useSelector(actor, selectListScreen, shallowEqual);

/** Returns a function that restarts the crashed machine of the lists; null if it has not crashed. */
export const useListRestart = (): (() => void) | null => {
  const player = usePlayer();
  const browsing = useSelector(player, (snapshot) => snapshot?.children.listRoute);
  const broken = useSelector(browsing, (snapshot) => snapshot?.matches('crashed') ?? false);
  return broken && browsing ? () => browsing.send({ type: 'load.retry' }) : null;
};

const contentOf = (screen: ListScreen): string | null => {
  if (screen.name === 'loading' || (screen.name !== 'failed' && screen.failure)) return null;
  return screen.name;
};

/** The heading of a list, which takes the focus of a retry. */
export const useListHeading = (actor: ListActor | undefined, isCrashed: boolean): HeadingRef => {
  const content = useSelector(actor, (snapshot) => snapshot && contentOf(selectListScreen(snapshot)));
  return useContentFocus(isCrashed ? 'crashed' : (content ?? null));
};
