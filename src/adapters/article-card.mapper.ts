import type { ArticleCard } from '../../machines/listing/listing.types.ts';
import type { settingWebArticle } from '../contract/content.contract.ts';
import type { ResultOf } from '../contract/endpoint.ts';
import { toLink } from './link.mapper.ts';

type ArticleRow = ResultOf<typeof settingWebArticle>['rows'][number];

/** The article mapping of the specification: img → imgUrlConfig.pageImgUrl, create_ts → startTime. */
export const toArticleCard = (row: ArticleRow): ArticleCard => ({
  articleId: row.id,
  type: row.type,
  title: row.title,
  titles: row.titles,
  summary: row.summary,
  summaries: row.summaries,
  imgUrlConfig: { pageImgUrl: toLink(row.img) },
  startTime: row.create_ts,
});
