CREATE FUNCTION end_sessions_of_blocked () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sessions SET revoked_at = now(), revoked_why = 'blocked' WHERE user_id = NEW.user_id AND revoked_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_blocked AFTER UPDATE OF blocked ON users FOR EACH ROW
  WHEN (NEW.blocked AND NOT OLD.blocked) EXECUTE FUNCTION end_sessions_of_blocked ();
