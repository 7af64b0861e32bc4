CREATE TABLE epoint_items (
  item_id text PRIMARY KEY,
  name text NOT NULL,
  names jsonb NOT NULL,
  price_minor integer NOT NULL CONSTRAINT epoint_items_price CHECK (price_minor BETWEEN 1 AND 999999999),
  basic integer NOT NULL CONSTRAINT epoint_items_basic CHECK (basic BETWEEN 1 AND 999999999),
  present integer NOT NULL DEFAULT 0 CONSTRAINT epoint_items_present CHECK (present BETWEEN 0 AND 999999999),
  rebate_kind text CONSTRAINT epoint_items_rebate CHECK (rebate_kind IN ('first', 'standing')),
  rebate_percent integer CONSTRAINT epoint_items_percent CHECK (rebate_percent BETWEEN 1 AND 1000),
  rebate_ends_at timestamptz,
  art text,
  position integer NOT NULL,
  on_sale boolean NOT NULL DEFAULT true,
  CONSTRAINT epoint_items_whole_rebate CHECK ((rebate_kind IS NULL) = (rebate_percent IS NULL))
);
--> statement-breakpoint
ALTER TABLE orders
  ADD COLUMN epoints integer CONSTRAINT orders_epoints CHECK (epoints = amount_minor),
  ADD COLUMN credit_basic integer CONSTRAINT orders_credit_basic CHECK (credit_basic > 0),
  ADD COLUMN credit_present integer CONSTRAINT orders_credit_present CHECK (credit_present >= 0),
  ADD COLUMN rebate_kind text,
  ADD CONSTRAINT orders_type CHECK (order_type IN ('game', 'epoint')),
  ADD CONSTRAINT orders_credit CHECK (
    (order_type = 'epoint') = (credit_basic IS NOT NULL)
    AND (order_type = 'epoint') = (credit_present IS NOT NULL)
    AND (order_type = 'game' OR epoints IS NULL)
  );
--> statement-breakpoint
CREATE OR REPLACE FUNCTION guard_order () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.status <> 1 THEN
      RAISE EXCEPTION 'an order begins as 1, not %', NEW.status
        USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_move', TABLE = 'orders';
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.status <> OLD.status
    AND NOT EXISTS (SELECT FROM order_moves () WHERE from_status = OLD.status AND to_status = NEW.status) THEN
    RAISE EXCEPTION 'an order cannot move from % to %', OLD.status, NEW.status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_move', TABLE = 'orders';
  END IF;
  IF (NEW.order_id, NEW.user_id, NEW.goods_id, NEW.server_id, NEW.role_id, NEW.amount_minor,
      NEW.order_type, NEW.epoints, NEW.credit_basic, NEW.credit_present)
    IS DISTINCT FROM (OLD.order_id, OLD.user_id, OLD.goods_id, OLD.server_id, OLD.role_id, OLD.amount_minor,
      OLD.order_type, OLD.epoints, OLD.credit_basic, OLD.credit_present) THEN
    RAISE EXCEPTION 'what an order is for does not change'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_frozen', TABLE = 'orders';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TABLE ledger_transactions (
  transaction_id bigserial PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (user_id),
  kind text NOT NULL CONSTRAINT ledger_kind CHECK (
    kind IN ('purchase', 'spend', 'refund', 'reversal', 'gift', 'opening', 'correction')
  ),
  order_id text REFERENCES orders (order_id),
  basic bigint NOT NULL,
  present bigint NOT NULL,
  basic_after bigint NOT NULL,
  present_after bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT ledger_not_negative CHECK (basic_after >= 0 AND present_after >= 0),
  CONSTRAINT ledger_order CHECK ((kind IN ('purchase', 'spend', 'refund', 'reversal')) = (order_id IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX ledger_once ON ledger_transactions (order_id, kind);
--> statement-breakpoint
CREATE INDEX ledger_user ON ledger_transactions (user_id, transaction_id);
--> statement-breakpoint
CREATE TABLE ledger_entries (
  transaction_id bigint NOT NULL REFERENCES ledger_transactions (transaction_id),
  account text NOT NULL CONSTRAINT ledger_account CHECK (
    account IN ('basic', 'present', 'sold', 'given', 'used', 'lost', 'opening')
  ),
  amount bigint NOT NULL CONSTRAINT ledger_amount CHECK (amount <> 0),
  PRIMARY KEY (transaction_id, account)
);
--> statement-breakpoint
INSERT INTO ledger_transactions (user_id, kind, basic, present, basic_after, present_after)
  SELECT user_id, 'opening', basic, present, basic, present FROM epoint_balances WHERE basic + present > 0;
--> statement-breakpoint
INSERT INTO ledger_entries (transaction_id, account, amount)
  SELECT transaction_id, account, amount
  FROM ledger_transactions,
    LATERAL (VALUES ('basic', basic), ('present', present), ('opening', - basic - present)) AS part (account, amount)
  WHERE amount <> 0;
--> statement-breakpoint
CREATE FUNCTION move_epoint_balance () RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved record;
BEGIN
  INSERT INTO epoint_balances (user_id) VALUES (NEW.user_id) ON CONFLICT DO NOTHING;
  UPDATE epoint_balances SET basic = basic + NEW.basic, present = present + NEW.present
    WHERE user_id = NEW.user_id RETURNING basic, present INTO moved;
  IF (moved.basic, moved.present) IS DISTINCT FROM (NEW.basic_after, NEW.present_after) THEN
    RAISE EXCEPTION 'the balance after a transaction is another one'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_running_balance', TABLE = 'ledger_transactions';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_balance AFTER INSERT ON ledger_transactions
  FOR EACH ROW EXECUTE FUNCTION move_epoint_balance ();
--> statement-breakpoint
CREATE FUNCTION guard_epoint_balance () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() < 2 AND (TG_OP <> 'INSERT' OR NEW.basic <> 0 OR NEW.present <> 0) THEN
    RAISE EXCEPTION 'a balance changes by a transaction of the ledger only'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'epoint_balances_by_ledger', TABLE = 'epoint_balances';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER epoint_balances_guard BEFORE INSERT OR UPDATE OR DELETE ON epoint_balances
  FOR EACH ROW EXECUTE FUNCTION guard_epoint_balance ();
--> statement-breakpoint
CREATE FUNCTION check_ledger_transaction () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM ledger_transactions t
    LEFT JOIN ledger_entries e USING (transaction_id)
    WHERE t.transaction_id = NEW.transaction_id
    GROUP BY t.transaction_id
    HAVING coalesce(sum(e.amount), 0) <> 0
      OR coalesce(sum(e.amount) FILTER (WHERE e.account = 'basic'), 0) <> t.basic
      OR coalesce(sum(e.amount) FILTER (WHERE e.account = 'present'), 0) <> t.present
  ) THEN
    RAISE EXCEPTION 'the entries of a transaction do not balance'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_double_entry', TABLE = 'ledger_entries';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_transactions_balance AFTER INSERT ON ledger_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_transaction ();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_transaction ();
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change ();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change ();
