CREATE TABLE order_moves (
  from_status smallint NOT NULL,
  to_status smallint NOT NULL,
  PRIMARY KEY (from_status, to_status)
);
--> statement-breakpoint
INSERT INTO order_moves SELECT from_status, to_status FROM order_moves ();
--> statement-breakpoint
-- contract: only the trigger calls it, with the same result: order_moves has the same pairs, and 1, 3 and 6 are what moves to 2
CREATE OR REPLACE FUNCTION guard_order () RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  loses_rebate boolean;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.status <> 1 THEN
      RAISE EXCEPTION 'an order begins as 1, not %', NEW.status
        USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_move', TABLE = 'orders';
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.status <> OLD.status
    AND NOT EXISTS (SELECT FROM order_moves WHERE from_status = OLD.status AND to_status = NEW.status) THEN
    RAISE EXCEPTION 'an order cannot move from % to %', OLD.status, NEW.status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_move', TABLE = 'orders';
  END IF;
  loses_rebate := NEW.status = OLD.status AND OLD.rebate_kind = 'first' AND NEW.rebate_kind IS NULL
    AND NEW.rebate_points IS NULL AND NEW.credit_present = OLD.credit_present - OLD.rebate_points
    AND EXISTS (SELECT FROM order_moves WHERE from_status = OLD.status AND to_status = 2);
  IF (NEW.order_id, NEW.user_id, NEW.goods_id, NEW.server_id, NEW.role_id, NEW.amount_minor,
      NEW.order_type, NEW.epoints, NEW.credit_basic)
    IS DISTINCT FROM (OLD.order_id, OLD.user_id, OLD.goods_id, OLD.server_id, OLD.role_id, OLD.amount_minor,
      OLD.order_type, OLD.epoints, OLD.credit_basic)
    OR ((NEW.credit_present, NEW.rebate_kind, NEW.rebate_points)
      IS DISTINCT FROM (OLD.credit_present, OLD.rebate_kind, OLD.rebate_points) AND loses_rebate IS NOT TRUE) THEN
    RAISE EXCEPTION 'what an order is for does not change'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_frozen', TABLE = 'orders';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- contract: only the trigger calls it, with the same result: 2 is what moves to 4
CREATE OR REPLACE FUNCTION guard_delivery_line () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM orders o WHERE o.order_id = NEW.order_id
    AND EXISTS (SELECT FROM order_moves m WHERE m.from_status = o.status AND m.to_status = 4) FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a line is sent to the game for a paid order only'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'delivery_lines_paid', TABLE = 'delivery_lines';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- contract: only the trigger called it
DROP FUNCTION order_moves ();
--> statement-breakpoint
ALTER TABLE orders DROP CONSTRAINT orders_status;
