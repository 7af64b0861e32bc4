CREATE INDEX IF NOT EXISTS outbox_open_refunds ON outbox (created_at) WHERE kind = 'refund' AND done_at IS NULL;
