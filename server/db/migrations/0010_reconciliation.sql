SET LOCAL statement_timeout = 0;
--> statement-breakpoint
CREATE INDEX orders_created ON orders (created_at, order_id);
--> statement-breakpoint
CREATE TABLE reconciliation_sweeps (
  name text PRIMARY KEY,
  position text NOT NULL DEFAULT '',
  failures integer NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL,
  completed_at timestamptz,
  next_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE reconciliation_findings (
  subject_kind text NOT NULL,
  key text NOT NULL,
  what text NOT NULL,
  subject text NOT NULL,
  seen_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  PRIMARY KEY (subject_kind, key, what)
);
--> statement-breakpoint
CREATE INDEX reconciliation_suspects ON reconciliation_findings (seen_at) WHERE confirmed_at IS NULL;
