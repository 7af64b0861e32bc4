import type { Failure } from '../kernel/failure.ts';
import type { ArticleCard } from '../lists/list.types.ts';

/** `body` and `bodies` (by BCP 47 tag) are unsanitized HTML. */
export type Article = ArticleCard & {
  readonly body: string;
  readonly bodies: Readonly<Record<string, string>>;
};

export type ArticleInput = { readonly articleId: string };

export type ArticleContext = {
  readonly articleId: string;
  readonly article: Article | null;
  readonly failure: Failure | null;
};

export type ArticleEvent = { readonly type: 'load.retry' };

export type ArticleReport = { readonly type: 'screen.forbidden' };
