ALTER TABLE delivery_lines ADD COLUMN IF NOT EXISTS refused_at timestamptz;
