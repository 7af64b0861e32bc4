SET LOCAL statement_timeout = 0;
--> statement-breakpoint
UPDATE idempotency_keys SET order_id = NULL
  WHERE order_id IS NOT NULL AND NOT EXISTS (SELECT FROM orders WHERE orders.order_id = idempotency_keys.order_id);
--> statement-breakpoint
ALTER TABLE idempotency_keys
  ADD CONSTRAINT idempotency_keys_order FOREIGN KEY (order_id) REFERENCES orders (order_id);
