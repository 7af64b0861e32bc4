import type { SnapshotFrom } from 'xstate';
import { type Failure, failure as failed } from '../kernel/failure.ts';
import type { Article, articleMachine } from './article.machine.ts';

export type ArticleScreen =
  | { readonly name: 'loading'; readonly articleId: string }
  | { readonly name: 'shown'; readonly articleId: string; readonly article: Article }
  | { readonly name: 'empty'; readonly articleId: string; readonly article: Article | null }
  | { readonly name: 'unknown'; readonly articleId: string }
  | { readonly name: 'failed'; readonly articleId: string; readonly failure: Failure };

export type ArticleSnapshot = SnapshotFrom<typeof articleMachine>;

export const selectArticleScreen = (snapshot: ArticleSnapshot): ArticleScreen => {
  const { articleId, article, failure } = snapshot.context;
  if (snapshot.matches('empty')) return { name: 'empty', articleId, article };
  if (snapshot.matches('unknown')) return { name: 'unknown', articleId };
  if (snapshot.matches('failed')) return { name: 'failed', articleId, failure: failure ?? failed('unknownError') };
  return article && snapshot.matches('shown') ? { name: 'shown', articleId, article } : { name: 'loading', articleId };
};
