ALTER TABLE outbox ADD COLUMN lease_owner text;
