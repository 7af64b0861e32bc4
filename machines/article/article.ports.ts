import { type Port, wirePort } from '../kernel/port.ts';
import { articleMachine } from './article.machine.ts';
import type { Article } from './article.types.ts';

export type ArticlePorts = {
  /** `/api/setting/webArticleDetail`. Rejects with `articleMissing` for an unknown id, with `forbidden` on HTTP 403. */
  loadArticle: Port<Article, { readonly articleId: string }>;
};

export const wireArticle = (ports: ArticlePorts): typeof articleMachine =>
  articleMachine.provide({ actors: { loadArticle: wirePort(ports.loadArticle) } });
