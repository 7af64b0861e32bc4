CREATE INDEX orders_user_newest ON orders (user_id, created_at DESC, order_id DESC);
--> statement-breakpoint
CREATE INDEX orders_user_status_newest ON orders (user_id, status, created_at DESC, order_id DESC);
--> statement-breakpoint
DROP INDEX orders_user;
--> statement-breakpoint
CREATE INDEX ledger_user_newest ON ledger_transactions (user_id, (- transaction_id))
  INCLUDE (transaction_id, at, basic, present);
--> statement-breakpoint
DROP INDEX ledger_user;
--> statement-breakpoint
ALTER TABLE orders SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE ledger_transactions SET (autovacuum_vacuum_insert_scale_factor = 0.02);
--> statement-breakpoint
CREATE INDEX attempts_at ON attempts (at);
--> statement-breakpoint
CREATE INDEX sessions_created ON sessions (created_at);
--> statement-breakpoint
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);
--> statement-breakpoint
CREATE INDEX notifications_processed ON notifications (processed_at);
--> statement-breakpoint
CREATE INDEX verification_codes_expires ON verification_codes (expires_at);
--> statement-breakpoint
CREATE INDEX tickets_expires ON tickets (expires_at);
--> statement-breakpoint
CREATE INDEX sandbox_mails_at ON sandbox_mails (at);
--> statement-breakpoint
CREATE INDEX sandbox_events_at ON sandbox_events (at);
--> statement-breakpoint
ALTER TABLE sandbox_faults ADD COLUMN set_at timestamptz NOT NULL DEFAULT now();
--> statement-breakpoint
CREATE INDEX sandbox_faults_set ON sandbox_faults (set_at);
