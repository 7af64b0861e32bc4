import type { ArticleCard } from '../../machines/lists/list.types.ts';
import type { settingWebArticleDetail } from '../contract/content.contract.ts';
import type { ResultOf } from '../contract/endpoint.ts';
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
