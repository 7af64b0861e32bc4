ALTER TABLE users ADD COLUMN email text CONSTRAINT users_email UNIQUE;
--> statement-breakpoint
ALTER TABLE users ADD COLUMN phone text CONSTRAINT users_phone UNIQUE;
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
CREATE TABLE sandbox_events (
  id bigserial PRIMARY KEY,
  visit text NOT NULL,
  name text NOT NULL,
  event jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX sandbox_events_visit ON sandbox_events (visit, id);
