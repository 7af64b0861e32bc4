import * as v from 'valibot';
import { endpoint, type Sample } from './endpoint.ts';
import { fields, noteAbsent } from './reading.ts';
import * as wire from './wire.ts';

const markup = v.pipe(v.string(), v.maxLength(200_000));

/** 0 means all types. */
export const ARTICLE_TYPE = { all: 0, news: 1, event: 2, strategy: 3 } as const;

const articleType = v.pipe(wire.integer, v.picklist([ARTICLE_TYPE.news, ARTICLE_TYPE.event, ARTICLE_TYPE.strategy]));

/** Ours: id, type, summary, and the texts by BCP 47 tag. */
const articleExtras = {
  id: wire.extra(wire.id),
  titles: wire.texts,
  type: wire.extra(articleType),
  summary: wire.extra(wire.text),
  summaries: wire.texts,
};

export const articleSample = {
  id: 1001,
  img: '/media/articles/storm.svg',
  create_ts: 1_760_000_000,
  title: 'A storm is coming',
  titles: { 'de-DE': 'Ein Sturm zieht auf' },
  type: 2,
  summary: 'Two weeks of high seas.',
  summaries: { 'de-DE': 'Zwei Wochen hohe See.' },
};

export const settingWebArticle = endpoint({
  id: 'CALL-12',
  path: '/api/setting/webArticle',
  listed: true,
  needsSession: false,
  request: v.object({
    type: v.pipe(wire.integer, v.picklist(Object.values(ARTICLE_TYPE))),
    ...wire.paging,
  }),
  result: wire.page(
    fields({ ...articleExtras, img: wire.extra(wire.link), create_ts: wire.seconds, title: wire.title }),
  ),
});

export const settingWebArticleSample = {
  about:
    'Lists the articles of a type, newest first. `page` starts at 1. `total`, next to `result`, counts the articles of this type.',
  player: 'The news page shows an error.',
  specified: ['result.*.img', 'result.*.create_ts', 'result.*.title', 'total'],
  names: 'nothing',
  request: { type: 0, page: 1, size: 10 },
  result: { result: [articleSample, { id: '7', create_ts: '1760000000', title: 'Bare' }], total: 12 },
  required: ['result.*.create_ts'],
} satisfies Sample<typeof settingWebArticle>;

/** The specification shows no field of the result, so it is read like a row of the list with optional fields. */
export const settingWebArticleDetail = endpoint({
  id: 'CALL-13',
  path: '/api/setting/webArticleDetail',
  needsSession: false,
  request: v.object({ id: wire.id }),
  result: v.nullish(
    v.pipe(
      fields({
        ...articleExtras,
        img: wire.extra(wire.link),
        create_ts: wire.extra(wire.seconds),
        title: wire.extra(wire.text),
        body: wire.extra(markup),
        content: wire.extra(markup),
        bodies: wire.translated(markup),
      }),
      v.transform(({ body, content, ...article }) => {
        if (body === null && content === null) noteAbsent('body', 'body or content');
        return { ...article, body: body ?? content };
      }),
    ),
    {},
  ),
});

export const settingWebArticleDetailSample = {
  about:
    'Returns one article. `body`, or `content`, is HTML, which the portal sanitizes. An unknown id is refused with a code.',
  player: 'An article shows an error.',
  names: 'nothing',
  request: { id: '1001' },
  result: { ...articleSample, body: '<p>High seas.</p>', bodies: { 'de-DE': '<p>Hohe See.</p>' } },
} satisfies Sample<typeof settingWebArticleDetail>;

/** All fields are ours. */
export const bulletinTop = endpoint({
  id: 'CALL-22',
  method: 'GET',
  path: '/api/bulletin/top',
  needsSession: false,
  request: v.object({}),
  result: wire.extraRows(
    fields({ id: wire.extra(wire.id), title: wire.text, titles: wire.texts, article_id: wire.extra(wire.id) }),
  ),
});

export const bulletinTopSample = {
  about: 'Lists the bulletins above every page, most important first. `article_id` links a bulletin to an article.',
  player: 'No announcement is shown.',
  names: 'nothing',
  request: {},
  result: [{ id: 'b1', title: 'A storm is coming', titles: { 'de-DE': 'Ein Sturm zieht auf' }, article_id: 1001 }],
  required: ['result.*.title'],
} satisfies Sample<typeof bulletinTop>;
