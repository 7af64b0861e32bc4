import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core';

/** Articles of the editors. `type`: 1 news, 2 event, 3 strategy. Texts: the source text and BCP 47 tag → text; bodies are HTML. */
export const articles = pgTable(
  'articles',
  {
    articleId: text('article_id').primaryKey(),
    type: smallint('type').notNull(),
    img: text('img'),
    title: text('title').notNull(),
    titles: jsonb('titles').$type<Record<string, string>>().notNull(),
    summary: text('summary').notNull(),
    summaries: jsonb('summaries').$type<Record<string, string>>().notNull(),
    body: text('body').notNull(),
    bodies: jsonb('bodies').$type<Record<string, string>>().notNull(),
    /** Publication time: the article is hidden before it. */
    publishedAt: timestamp('published_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (t) => [index('articles_newest').on(t.publishedAt, t.articleId), check('articles_type', sql`type between 1 and 3`)],
);

/** Lines above every page; `position` 1 is first. */
export const bulletins = pgTable('bulletins', {
  bulletinId: text('bulletin_id').primaryKey(),
  title: text('title').notNull(),
  titles: jsonb('titles').$type<Record<string, string>>().notNull(),
  articleId: text('article_id').references(() => articles.articleId),
  position: integer('position').notNull(),
});
