CREATE TABLE tickets (
  ticket_hash text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (user_id),
  expires_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX tickets_user ON tickets (user_id);
