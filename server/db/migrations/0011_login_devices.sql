CREATE TABLE login_devices (
  device_hash text PRIMARY KEY,
  seen_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX login_devices_seen ON login_devices (seen_at);
