CREATE TABLE users (
  user_id text PRIMARY KEY,
  account text NOT NULL UNIQUE,
  password_hash text NOT NULL,
  nickname text NOT NULL,
  game_account_id text NOT NULL UNIQUE,
  game_id text NOT NULL,
  blocked boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
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
CREATE TABLE attempts (
  id bigserial PRIMARY KEY,
  bucket text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX attempts_bucket ON attempts (bucket, at);
--> statement-breakpoint
CREATE TABLE settings (
  name text PRIMARY KEY,
  value jsonb NOT NULL
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
CREATE TABLE channels (
  channel_code text PRIMARY KEY,
  name text NOT NULL,
  provider text NOT NULL,
  is_open boolean NOT NULL DEFAULT true,
  priority integer NOT NULL
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
  order_type text NOT NULL DEFAULT 'game',
  status smallint NOT NULL DEFAULT 1 CONSTRAINT orders_status CHECK (status BETWEEN 1 AND 6),
  pay_url text,
  provider_ref text,
  client_id text NOT NULL,
  superseded_by text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  checked_at timestamptz
);
--> statement-breakpoint
CREATE INDEX orders_user ON orders (user_id, created_at);
--> statement-breakpoint
CREATE INDEX orders_due ON orders (status, expires_at);
--> statement-breakpoint
CREATE UNIQUE INDEX orders_open ON orders (user_id, server_id, role_id, goods_id, channel_code) WHERE status = 1;
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
CREATE TABLE idempotency_keys (
  user_id text NOT NULL,
  path text NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  order_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, path, key)
);
--> statement-breakpoint
CREATE TABLE payments (
  payment_id bigserial PRIMARY KEY,
  order_id text NOT NULL REFERENCES orders (order_id),
  provider text NOT NULL,
  capture_id text NOT NULL UNIQUE,
  amount_minor integer NOT NULL,
  kind text NOT NULL CONSTRAINT payments_kind CHECK (kind IN ('capture', 'refund')),
  at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX payments_order ON payments (order_id);
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
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE UNIQUE INDEX outbox_subject ON outbox (kind, subject);
--> statement-breakpoint
CREATE INDEX outbox_due ON outbox (done_at, due_at);
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
CREATE TABLE epoint_balances (
  user_id text PRIMARY KEY REFERENCES users (user_id),
  basic bigint NOT NULL DEFAULT 0,
  present bigint NOT NULL DEFAULT 0,
  CONSTRAINT epoint_not_negative CHECK (basic >= 0 AND present >= 0)
);
--> statement-breakpoint
CREATE TABLE sandbox_faults (
  client_id text NOT NULL,
  path text NOT NULL,
  fault jsonb NOT NULL,
  remaining integer,
  PRIMARY KEY (client_id, path)
);
--> statement-breakpoint
CREATE FUNCTION order_moves () RETURNS TABLE (from_status smallint, to_status smallint)
  LANGUAGE sql IMMUTABLE AS $$ VALUES
    (1::smallint, 2::smallint),
    (1::smallint, 3::smallint),
    (1::smallint, 6::smallint),
    (2::smallint, 4::smallint),
    (2::smallint, 5::smallint),
    (3::smallint, 2::smallint),
    (4::smallint, 5::smallint),
    (6::smallint, 2::smallint)
  $$;
--> statement-breakpoint
CREATE FUNCTION guard_order () RETURNS trigger LANGUAGE plpgsql AS $$
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
  IF (NEW.order_id, NEW.user_id, NEW.goods_id, NEW.server_id, NEW.role_id, NEW.amount_minor)
    IS DISTINCT FROM (OLD.order_id, OLD.user_id, OLD.goods_id, OLD.server_id, OLD.role_id, OLD.amount_minor) THEN
    RAISE EXCEPTION 'what an order is for does not change'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_frozen', TABLE = 'orders';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_guard BEFORE INSERT OR UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION guard_order ();
--> statement-breakpoint
CREATE FUNCTION refuse_change () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME
    USING ERRCODE = 'check_violation', CONSTRAINT = TG_TABLE_NAME || '_append_only', TABLE = TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_history_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON order_history
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change ();
--> statement-breakpoint
CREATE TRIGGER payments_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change ();
