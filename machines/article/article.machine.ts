import { answerOf, articleOf, articleSetup, failureOf } from './article.setup.ts';

export const articleMachine = articleSetup.createMachine({
  id: 'article',
  options: { maxIterations: 1_000 },
  context: ({ input }) => ({ articleId: input.articleId, article: null, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'readArticle',
        src: 'readArticle',
        input: articleOf,
        onDone: [
          {
            guard: { type: 'isBlank', params: answerOf },
            target: 'empty',
            actions: { type: 'keep', params: answerOf },
          },
          { target: 'shown', actions: { type: 'keep', params: answerOf } },
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
    empty: { description: 'Announced, and nothing written yet.', on: { 'load.retry': 'loading' } },
    unknown: { on: { 'load.retry': 'loading' } },
    failed: { on: { 'load.retry': 'loading' } },
  },
});
