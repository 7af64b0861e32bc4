import { and, asc, count, desc, eq, getTableColumns, lte } from 'drizzle-orm';
import {
  ARTICLE_TYPE,
  bulletinTop,
  settingWebArticle,
  settingWebArticleDetail,
} from '../../src/contract/content.contract.ts';
import { articles, bulletins } from '../db/schema.ts';
import { CODE } from '../runtime/codes.ts';
import { openRoute, refusal, success } from './route.ts';

type Article = typeof articles.$inferSelect;

const rowOf = (article: Omit<Article, 'body' | 'bodies'>) => ({
  id: article.articleId,
  img: article.img,
  create_ts: Math.floor(article.publishedAt.getTime() / 1_000),
  title: article.title,
  titles: article.titles,
  type: article.type,
  summary: article.summary,
  summaries: article.summaries,
});

const { body: _, bodies: __, ...HEAD } = getTableColumns(articles);
const { articleId, publishedAt } = articles;

/** Newest first. A page after the last one is empty, with the same total. */
export const settingWebArticleRoute = openRoute(settingWebArticle, async ({ context: { db }, input, now }) => {
  const { page, size } = input;
  const wanted = and(
    lte(publishedAt, now),
    input.type === ARTICLE_TYPE.all ? undefined : eq(articles.type, input.type),
  );
  const [counted] = await db.select({ total: count() }).from(articles).where(wanted);
  const rows = await db
    .select(HEAD)
    .from(articles)
    .where(wanted)
    .orderBy(desc(publishedAt), desc(articleId))
    .limit(size)
    .offset((page - 1) * size);
  return success({ result: rows.map(rowOf), total: counted?.total ?? 0 });
});

export const settingWebArticleDetailRoute = openRoute(
  settingWebArticleDetail,
  async ({ context: { db }, input, now }) => {
    const [article] = await db
      .select()
      .from(articles)
      .where(and(eq(articleId, input.id), lte(publishedAt, now)));
    if (!article) return refusal(CODE.articleMissing);
    return success({ ...rowOf(article), body: article.body, bodies: article.bodies });
  },
);

const MAX_BULLETINS = 5;

export const bulletinTopRoute = openRoute(bulletinTop, async ({ context: { db } }) => {
  const rows = await db
    .select()
    .from(bulletins)
    .orderBy(asc(bulletins.position), asc(bulletins.bulletinId))
    .limit(MAX_BULLETINS);
  return success(
    rows.map((row) => ({ id: row.bulletinId, title: row.title, titles: row.titles, article_id: row.articleId })),
  );
});
