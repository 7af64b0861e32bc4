import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { articleMachine } from '../../../machines/article/article.machine.ts';
import { usePlayer } from '../app/portal.context.tsx';

export type ArticleActor = ActorRefFrom<typeof articleMachine>;

/** Undefined until the signed-in machine runs, and while it still shows another article. */
export const useArticleActor = (articleId: string): ArticleActor | undefined => {
  const actor = useSelector(usePlayer(), (snapshot) => snapshot?.children.article);
  const loadedArticleId = useSelector(actor, (snapshot) => snapshot?.context.articleId);
  return loadedArticleId === articleId ? actor : undefined;
};
