CREATE TABLE periodic_tasks (
  name text PRIMARY KEY,
  owner text,
  leased_until timestamptz,
  next_at timestamptz NOT NULL
);
