SET LOCAL statement_timeout = 0;
--> statement-breakpoint
ALTER TABLE orders ADD COLUMN moved_at timestamptz;
--> statement-breakpoint
CREATE FUNCTION stamp_order_move () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.moved_at := now();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_moved BEFORE UPDATE ON orders FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION stamp_order_move ();
--> statement-breakpoint
CREATE INDEX orders_user_moved ON orders (user_id, moved_at) WHERE moved_at IS NOT NULL;
