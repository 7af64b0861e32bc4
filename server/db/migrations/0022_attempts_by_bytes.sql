CREATE INDEX IF NOT EXISTS attempts_bucket_bytes ON attempts (bucket COLLATE "C");
