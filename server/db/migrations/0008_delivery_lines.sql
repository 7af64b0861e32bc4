SET LOCAL statement_timeout = 0;
--> statement-breakpoint
CREATE TABLE delivery_lines (
  order_id text NOT NULL REFERENCES orders (order_id),
  line integer NOT NULL,
  sent_at timestamptz NOT NULL,
  delivered_at timestamptz,
  PRIMARY KEY (order_id, line)
);
--> statement-breakpoint
INSERT INTO delivery_lines (order_id, line, sent_at, delivered_at)
  SELECT order_id, line, at, at FROM deliveries JOIN orders USING (order_id);
--> statement-breakpoint
CREATE FUNCTION guard_delivery_line () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM orders WHERE order_id = NEW.order_id AND status = 2 FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a line is sent to the game for a paid order only'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'delivery_lines_paid', TABLE = 'delivery_lines';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER delivery_lines_guard BEFORE INSERT OR UPDATE OF sent_at ON delivery_lines
  FOR EACH ROW EXECUTE FUNCTION guard_delivery_line ();
