ALTER TABLE orders ADD COLUMN IF NOT EXISTS expiry_leased_until timestamptz;
