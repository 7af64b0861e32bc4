CREATE TABLE articles (
  article_id text PRIMARY KEY,
  type smallint NOT NULL CONSTRAINT articles_type CHECK (type BETWEEN 1 AND 3),
  img text,
  title text NOT NULL,
  titles jsonb NOT NULL,
  summary text NOT NULL,
  summaries jsonb NOT NULL,
  body text NOT NULL,
  bodies jsonb NOT NULL,
  published_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX articles_newest ON articles (published_at, article_id);
--> statement-breakpoint
CREATE TABLE bulletins (
  bulletin_id text PRIMARY KEY,
  title text NOT NULL,
  titles jsonb NOT NULL,
  article_id text REFERENCES articles (article_id),
  position integer NOT NULL
);
