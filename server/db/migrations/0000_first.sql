CREATE TABLE users (
  user_id text PRIMARY KEY,
  account text NOT NULL UNIQUE,
  password_hash text NOT NULL,
  nickname text NOT NULL,
  game_account_id text NOT NULL UNIQUE,
  game_id text NOT NULL,
  blocked boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  email text CONSTRAINT users_email UNIQUE,
  phone text CONSTRAINT users_phone UNIQUE
);
--> statement-breakpoint
CREATE TABLE sessions (
  token_hash text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (user_id),
  client_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  revoked_why text
);
--> statement-breakpoint
CREATE INDEX sessions_user ON sessions (user_id);
--> statement-breakpoint
CREATE INDEX sessions_created ON sessions (created_at);
--> statement-breakpoint
CREATE FUNCTION end_sessions_of_blocked () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sessions SET revoked_at = now(), revoked_why = 'blocked' WHERE user_id = NEW.user_id AND revoked_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_blocked AFTER UPDATE OF blocked ON users FOR EACH ROW
  WHEN (NEW.blocked AND NOT OLD.blocked) EXECUTE FUNCTION end_sessions_of_blocked ();
--> statement-breakpoint
CREATE TABLE tickets (
  ticket_hash text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (user_id),
  expires_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX tickets_user ON tickets (user_id);
--> statement-breakpoint
CREATE INDEX tickets_expires ON tickets (expires_at);
--> statement-breakpoint
CREATE TABLE login_devices (
  device_hash text PRIMARY KEY,
  seen_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX login_devices_seen ON login_devices (seen_at);
--> statement-breakpoint
CREATE TABLE verification_codes (
  purpose text NOT NULL CONSTRAINT verification_codes_purpose CHECK (purpose IN ('login', 'reset')),
  target_hash text NOT NULL,
  code_hash text NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (purpose, target_hash)
);
--> statement-breakpoint
CREATE INDEX verification_codes_expires ON verification_codes (expires_at);
--> statement-breakpoint
CREATE TABLE attempts (
  id bigserial PRIMARY KEY,
  bucket text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX attempts_bucket ON attempts (bucket, at);
--> statement-breakpoint
CREATE INDEX attempts_bucket_bytes ON attempts (bucket COLLATE "C");
--> statement-breakpoint
CREATE INDEX attempts_at ON attempts (at);
--> statement-breakpoint
CREATE TABLE settings (
  name text PRIMARY KEY,
  value jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE articles (
  article_id text PRIMARY KEY,
  type smallint NOT NULL CONSTRAINT articles_type CHECK (type BETWEEN 1 AND 3),
  img text,
  title text NOT NULL,
  titles jsonb NOT NULL,
  summary text NOT NULL,
  summaries jsonb NOT NULL,
  body text NOT NULL,
  bodies jsonb NOT NULL,
  published_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX articles_newest ON articles (published_at, article_id);
--> statement-breakpoint
CREATE TABLE bulletins (
  bulletin_id text PRIMARY KEY,
  title text NOT NULL,
  titles jsonb NOT NULL,
  article_id text REFERENCES articles (article_id),
  position integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE game_servers (
  server_id text PRIMARY KEY,
  game_id text NOT NULL,
  game_name text NOT NULL,
  server_name text NOT NULL,
  status smallint NOT NULL DEFAULT 0 CONSTRAINT game_servers_status CHECK (status IN (0, 1))
);
--> statement-breakpoint
CREATE TABLE roles (
  server_id text NOT NULL REFERENCES game_servers (server_id),
  role_id text NOT NULL,
  user_id text NOT NULL REFERENCES users (user_id),
  role_name text NOT NULL,
  last_selected_at timestamptz,
  deleted_at timestamptz,
  PRIMARY KEY (server_id, role_id)
);
--> statement-breakpoint
CREATE INDEX roles_user ON roles (user_id);
--> statement-breakpoint
CREATE TABLE goods (
  goods_id text PRIMARY KEY,
  game_id text NOT NULL,
  name text NOT NULL,
  names jsonb NOT NULL,
  price_minor integer NOT NULL CONSTRAINT goods_price CHECK (price_minor BETWEEN 1 AND 999999999),
  quantity integer,
  unit jsonb,
  rebate_percent integer,
  gift jsonb,
  art text,
  position integer NOT NULL,
  on_sale boolean NOT NULL DEFAULT true
);
--> statement-breakpoint
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
CREATE TABLE channels (
  channel_code text PRIMARY KEY,
  name text NOT NULL,
  provider text NOT NULL,
  is_open boolean NOT NULL DEFAULT true,
  priority integer NOT NULL,
  art text
);
--> statement-breakpoint
CREATE TABLE orders (
  order_id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (user_id),
  uid text NOT NULL,
  game_id text NOT NULL,
  game_name text NOT NULL,
  server_id text NOT NULL,
  server_name text NOT NULL,
  role_id text NOT NULL,
  role_name text NOT NULL,
  goods_id text NOT NULL,
  goods_name text NOT NULL,
  contents jsonb NOT NULL,
  channel_code text NOT NULL,
  channel_name text NOT NULL,
  amount_minor integer NOT NULL CONSTRAINT orders_amount CHECK (amount_minor BETWEEN 1 AND 999999999),
  order_type text NOT NULL DEFAULT 'game' CONSTRAINT orders_type CHECK (order_type IN ('game', 'epoint')),
  status smallint NOT NULL DEFAULT 1,
  payment jsonb,
  provider_ref text,
  client_id text NOT NULL,
  superseded_by text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  checked_at timestamptz,
  epoints integer CONSTRAINT orders_epoints CHECK (epoints = amount_minor),
  credit_basic integer CONSTRAINT orders_credit_basic CHECK (credit_basic > 0),
  credit_present integer CONSTRAINT orders_credit_present CHECK (credit_present >= 0),
  rebate_kind text,
  rebate_points integer CONSTRAINT orders_rebate_points CHECK (rebate_points > 0),
  moved_at timestamptz,
  trace_id text,
  provider text NOT NULL,
  expiry_leased_until timestamptz,
  CONSTRAINT orders_credit CHECK (
    (order_type = 'epoint') = (credit_basic IS NOT NULL)
    AND (order_type = 'epoint') = (credit_present IS NOT NULL)
    AND (order_type = 'game' OR epoints IS NULL)
  )
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
--> statement-breakpoint
CREATE UNIQUE INDEX orders_open ON orders (user_id, server_id, role_id, goods_id, channel_code) WHERE status = 1;
--> statement-breakpoint
CREATE INDEX orders_due ON orders (status, expires_at);
--> statement-breakpoint
CREATE INDEX orders_created ON orders (created_at, order_id);
--> statement-breakpoint
CREATE INDEX orders_user_newest ON orders (user_id, created_at DESC, order_id DESC);
--> statement-breakpoint
CREATE INDEX orders_user_status_newest ON orders (user_id, status, created_at DESC, order_id DESC);
--> statement-breakpoint
CREATE INDEX orders_first_rebate ON orders (user_id, goods_id) WHERE rebate_kind = 'first';
--> statement-breakpoint
CREATE TABLE order_moves (
  from_status smallint NOT NULL,
  to_status smallint NOT NULL,
  PRIMARY KEY (from_status, to_status)
);
--> statement-breakpoint
CREATE FUNCTION guard_order () RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER orders_guard BEFORE INSERT OR UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION guard_order ();
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
CREATE FUNCTION refuse_change () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME
    USING ERRCODE = 'check_violation', CONSTRAINT = TG_TABLE_NAME || '_append_only', TABLE = TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TABLE order_history (
  id bigserial PRIMARY KEY,
  order_id text NOT NULL REFERENCES orders (order_id),
  from_status smallint,
  to_status smallint NOT NULL,
  reason text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX order_history_order ON order_history (order_id);
--> statement-breakpoint
CREATE TRIGGER order_history_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON order_history
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change ();
--> statement-breakpoint
CREATE TABLE idempotency_keys (
  user_id text NOT NULL,
  path text NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  order_id text CONSTRAINT idempotency_keys_order REFERENCES orders (order_id),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, path, key)
);
--> statement-breakpoint
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);
--> statement-breakpoint
CREATE TABLE payments (
  payment_id bigserial PRIMARY KEY,
  order_id text NOT NULL REFERENCES orders (order_id),
  provider text NOT NULL,
  capture_id text NOT NULL UNIQUE,
  amount_minor integer NOT NULL,
  kind text NOT NULL CONSTRAINT payments_kind CHECK (kind IN ('capture', 'refund')),
  at timestamptz NOT NULL DEFAULT now(),
  currency text NOT NULL DEFAULT 'USD'
);
--> statement-breakpoint
CREATE INDEX payments_order ON payments (order_id);
--> statement-breakpoint
CREATE TRIGGER payments_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change ();
--> statement-breakpoint
CREATE TABLE notifications (
  event_id text PRIMARY KEY,
  provider text NOT NULL,
  body jsonb NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  processed_at timestamptz,
  outcome text
);
--> statement-breakpoint
CREATE INDEX notifications_processed ON notifications (processed_at);
--> statement-breakpoint
CREATE TABLE deliveries (
  order_id text NOT NULL,
  line integer NOT NULL,
  server_id text NOT NULL,
  role_id text NOT NULL,
  name text NOT NULL,
  quantity integer NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (order_id, line)
);
--> statement-breakpoint
CREATE TABLE delivery_lines (
  order_id text NOT NULL REFERENCES orders (order_id),
  line integer NOT NULL,
  sent_at timestamptz NOT NULL,
  delivered_at timestamptz,
  refused_at timestamptz,
  PRIMARY KEY (order_id, line)
);
--> statement-breakpoint
CREATE FUNCTION guard_delivery_line () RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER delivery_lines_guard BEFORE INSERT OR UPDATE OF sent_at ON delivery_lines
  FOR EACH ROW EXECUTE FUNCTION guard_delivery_line ();
--> statement-breakpoint
CREATE TABLE epoint_balances (
  user_id text PRIMARY KEY REFERENCES users (user_id),
  basic bigint NOT NULL DEFAULT 0,
  present bigint NOT NULL DEFAULT 0,
  CONSTRAINT epoint_not_negative CHECK (basic >= 0 AND present >= 0)
);
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
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02);
--> statement-breakpoint
CREATE UNIQUE INDEX ledger_once ON ledger_transactions (order_id, kind);
--> statement-breakpoint
CREATE INDEX ledger_user_time ON ledger_transactions (user_id, at DESC, transaction_id DESC);
--> statement-breakpoint
CREATE INDEX ledger_user_income_time ON ledger_transactions (user_id, at DESC, transaction_id DESC) WHERE basic + present > 0;
--> statement-breakpoint
CREATE INDEX ledger_user_expense_time ON ledger_transactions (user_id, at DESC, transaction_id DESC) WHERE basic + present < 0;
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
--> statement-breakpoint
CREATE TABLE outbox (
  id bigserial PRIMARY KEY,
  kind text NOT NULL,
  subject text NOT NULL,
  payload jsonb NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  leased_until timestamptz,
  done_at timestamptz,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  lease_owner text,
  trace_id text
);
--> statement-breakpoint
CREATE UNIQUE INDEX outbox_subject ON outbox (kind, subject);
--> statement-breakpoint
CREATE INDEX outbox_due ON outbox (done_at, due_at);
--> statement-breakpoint
CREATE INDEX outbox_open_refunds ON outbox (created_at) WHERE kind = 'refund' AND done_at IS NULL;
--> statement-breakpoint
CREATE TABLE periodic_tasks (
  name text PRIMARY KEY,
  owner text,
  leased_until timestamptz,
  next_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE reconciliation_sweeps (
  name text PRIMARY KEY,
  position text NOT NULL DEFAULT '',
  failures integer NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL,
  completed_at timestamptz,
  next_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE reconciliation_findings (
  subject_kind text NOT NULL,
  key text NOT NULL,
  what text NOT NULL,
  subject text NOT NULL,
  seen_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  PRIMARY KEY (subject_kind, key, what)
);
--> statement-breakpoint
CREATE INDEX reconciliation_suspects ON reconciliation_findings (seen_at) WHERE confirmed_at IS NULL;
--> statement-breakpoint
CREATE TABLE sandbox_payments (
  reference text PRIMARY KEY,
  order_id text NOT NULL UNIQUE,
  amount_minor integer NOT NULL,
  description text NOT NULL,
  state text NOT NULL,
  captures integer NOT NULL DEFAULT 0,
  refunded_captures jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE TABLE sandbox_faults (
  client_id text NOT NULL,
  path text NOT NULL,
  fault jsonb NOT NULL,
  remaining integer,
  set_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, path)
);
--> statement-breakpoint
CREATE INDEX sandbox_faults_set ON sandbox_faults (set_at);
--> statement-breakpoint
CREATE TABLE sandbox_mails (
  id bigserial PRIMARY KEY,
  target text NOT NULL,
  purpose text NOT NULL,
  code text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX sandbox_mails_target ON sandbox_mails (target, id);
--> statement-breakpoint
CREATE INDEX sandbox_mails_at ON sandbox_mails (at);
--> statement-breakpoint
CREATE TABLE sandbox_events (
  id bigserial PRIMARY KEY,
  visit text NOT NULL,
  name text NOT NULL,
  event jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX sandbox_events_visit ON sandbox_events (visit, id);
--> statement-breakpoint
CREATE INDEX sandbox_events_at ON sandbox_events (at);
