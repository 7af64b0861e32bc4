import { assign, sendParent, setup } from 'xstate';
import { type Failure, failureOf } from '../kernel/failure.ts';
import { type Port, ports } from '../kernel/port.ts';
import type { ArticleCard } from '../lists/list.types.ts';

/** `body` and `bodies` (by BCP 47 tag) are unsanitized HTML. */
export type Article = ArticleCard & {
  readonly body: string;
  readonly bodies: Readonly<Record<string, string>>;
};

export type ArticleInput = { readonly articleId: string };

type ArticleContext = ArticleInput & {
  readonly article: Article | null;
  readonly failure: Failure | null;
};

type ArticleEvent = { readonly type: 'load.retry' };

type ArticleReport = { readonly type: 'screen.forbidden' };

export type ArticlePorts = {
  /** `/api/setting/webArticleDetail`. Rejects with `articleMissing` for an unknown id, with `forbidden` on HTTP 403. */
  loadArticle: Port<Article, ArticleInput>;
};

const hasContent = (html: string): boolean => {
  const shown = html.replace(/<!--[\s\S]*?-->/g, '');
  const text = shown.replace(/<[^>]*>|&nbsp;|&#(?:0*160|x0*a0);/gi, '');
  return /<(?:img|hr|table)\b/i.test(shown) || text.replace(/[\s\p{Cf}]/gu, '') !== '';
};

/** Whether the article has no content in any language. Editors leave empty paragraphs behind. */
export const isBlank = ({ body, bodies }: Article): boolean => ![body, ...Object.values(bodies)].some(hasContent);

const resultOf = ({ event }: { readonly event: { readonly output: Article } }): Article => event.output;

export const articleMachine = setup({
  types: { context: {} as ArticleContext, events: {} as ArticleEvent, input: {} as ArticleInput },
  actors: ports<ArticlePorts>({ loadArticle: 'port' }),
  guards: {
    isBlank: (_, article: Article) => isBlank(article),
    isForbidden: (args) => failureOf(args).reason === 'forbidden',
    isUnknown: (args) => failureOf(args).reason === 'articleMissing',
  },
  actions: {
    setArticle: assign({ article: (_, article: Article) => article, failure: null }),
    setFailure: assign({ failure: failureOf }),
    reportForbidden: sendParent((): ArticleReport => ({ type: 'screen.forbidden' })),
  },
}).createMachine({
  id: 'article',
  options: { maxIterations: 1_000 },
  context: ({ input }) => ({ articleId: input.articleId, article: null, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loadArticle',
        src: 'loadArticle',
        input: ({ context: { articleId } }) => ({ articleId }),
        onDone: [
          {
            guard: { type: 'isBlank', params: resultOf },
            target: 'empty',
            actions: { type: 'setArticle', params: resultOf },
          },
          { target: 'shown', actions: { type: 'setArticle', params: resultOf } },
        ],
        onError: [
          { guard: 'isForbidden', target: 'failed', actions: ['setFailure', 'reportForbidden'] },
          { guard: 'isUnknown', target: 'unknown' },
          { target: 'failed', actions: 'setFailure' },
        ],
      },
    },
    shown: {},
    empty: { description: 'The article exists but has no content yet.', on: { 'load.retry': 'loading' } },
    unknown: { on: { 'load.retry': 'loading' } },
    failed: { on: { 'load.retry': 'loading' } },
  },
});
