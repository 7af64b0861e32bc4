import type { ArticlePorts } from '../../machines/article/article.machine.ts';
import type { BulletinsPorts } from '../../machines/bulletins/bulletins.machine.ts';
import type { ArticleCard } from '../../machines/lists/list.types.ts';
import type { ApiClient } from '../api/api-client.ts';
import { bulletinTop, settingWebArticleDetail } from '../contract/content.contract.ts';
import type { ResultOf } from '../contract/endpoint.ts';
import type { DeferUntilFirstPaint } from './later-calls.ts';
import { toLink } from './link.mapper.ts';

type ArticleRow = Omit<ResultOf<typeof settingWebArticleDetail>, 'body' | 'bodies'>;

/** Drops pictures with plain http. The Content-Security-Policy also refuses https pictures of other origins: see docs/operations.md. */
const toPicture = (img: string | null): string | null => {
  const link = toLink(img);
  return link !== null && /^http:/i.test(link) ? null : link;
};

/** The article mapping of the specification: img → imgUrlConfig.pageImgUrl, create_ts → startTime. */
export const toArticleCard = (row: ArticleRow): ArticleCard => ({
  articleId: row.id,
  type: row.type,
  title: row.title ?? '',
  titles: row.titles,
  summary: row.summary ?? '',
  summaries: row.summaries,
  imgUrlConfig: { pageImgUrl: toPicture(row.img) },
  startTime: row.create_ts,
});

export type ContentParts = { readonly api: ApiClient; readonly deferUntilFirstPaint: DeferUntilFirstPaint };

export const createContentPorts = ({ api, deferUntilFirstPaint }: ContentParts): ArticlePorts & BulletinsPorts => ({
  loadArticle: async ({ articleId }, signal) => {
    const article = await api.call(settingWebArticleDetail, { id: articleId }, { signal });
    return { ...toArticleCard(article), articleId, body: article.body ?? '', bodies: article.bodies };
  },
  loadBulletins: deferUntilFirstPaint(bulletinTop, async (_, signal) => {
    const { rows } = await api.call(bulletinTop, {}, { signal });
    return rows.map(({ id, article_id, ...texts }) => ({
      ...texts,
      bulletinId: id ?? texts.title,
      articleId: article_id,
    }));
  }),
});
