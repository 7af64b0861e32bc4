import { shallowEqual, useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { listMachine } from '../../../machines/lists/list.machine.ts';
import { type ListScreen, selectListScreen } from '../../../machines/lists/list.screens.ts';
import type { ListQuery } from '../../../machines/lists/list.types.ts';
import { type HeadingRef, useContentFocus } from '../app/content-focus.ts';
import { usePlayer } from '../app/portal.context.tsx';

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
