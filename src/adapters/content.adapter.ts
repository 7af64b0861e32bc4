import type { ArticlePorts } from '../../machines/article/article.machine.ts';
import type { BulletinsPorts } from '../../machines/bulletins/bulletins.machine.ts';
import type { ApiClient } from '../api/api-client.ts';
import { bulletinTop, settingWebArticleDetail } from '../contract/content.contract.ts';
import { toArticleCard } from './article-card.mapper.ts';
import type { DeferUntilFirstPaint } from './later-calls.ts';

export type ContentParts = { readonly api: ApiClient; readonly deferUntilFirstPaint: DeferUntilFirstPaint };

/** The ports of editorial content. */
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
