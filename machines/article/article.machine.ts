import { failureOf } from '../kernel/failure.ts';
import { articleSetup, resultOf, toArticleRequest } from './article.setup.ts';

export const articleMachine = articleSetup.createMachine({
  id: 'article',
  options: { maxIterations: 1_000 },
  context: ({ input }) => ({ articleId: input.articleId, article: null, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loadArticle',
        src: 'loadArticle',
        input: toArticleRequest,
        onDone: [
          {
            guard: { type: 'isBlank', params: resultOf },
            target: 'empty',
            actions: { type: 'setArticle', params: resultOf },
          },
          { target: 'shown', actions: { type: 'setArticle', params: resultOf } },
        ],
        onError: [
          {
            guard: { type: 'isForbidden', params: failureOf },
            target: 'failed',
            actions: [{ type: 'setFailure', params: failureOf }, 'reportForbidden'],
          },
          { guard: { type: 'isUnknown', params: failureOf }, target: 'unknown' },
          { target: 'failed', actions: { type: 'setFailure', params: failureOf } },
        ],
      },
    },
    shown: {},
    empty: { description: 'The article exists but has no content yet.', on: { 'load.retry': 'loading' } },
    unknown: { on: { 'load.retry': 'loading' } },
    failed: { on: { 'load.retry': 'loading' } },
  },
});
