import { assign, sendParent, setup } from 'xstate';
import type { Failure } from '../kernel/failure.ts';
import { portStub } from '../kernel/port.ts';
import { isBlank } from './article.body.ts';
import type { Article, ArticleContext, ArticleEvent, ArticleInput, ArticleReport } from './article.types.ts';

export const toArticleRequest = ({ context }: { readonly context: ArticleContext }): ArticleInput => ({
  articleId: context.articleId,
});

export const resultOf = ({ event }: { readonly event: { readonly output: Article } }): Article => event.output;

export const articleSetup = setup({
  types: { context: {} as ArticleContext, events: {} as ArticleEvent, input: {} as ArticleInput },
  actors: { loadArticle: portStub<Article, ArticleInput>('loadArticle') },
  guards: {
    isBlank: (_, article: Article) => isBlank(article),
    isForbidden: (_, { reason }: Failure) => reason === 'forbidden',
    isUnknown: (_, { reason }: Failure) => reason === 'articleMissing',
  },
  actions: {
    setArticle: assign({ article: (_, article: Article) => article, failure: null }),
    setFailure: assign({ failure: (_, failure: Failure) => failure }),
    reportForbidden: sendParent((): ArticleReport => ({ type: 'screen.forbidden' })),
  },
});
