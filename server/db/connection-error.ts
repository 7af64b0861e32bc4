/**
 * SQLSTATE classes and codes of a refused, cut or read-only connection: connection exceptions, shutdown, startup, too many connections,
 * a session ended by a timeout, a standby.
 */
const CONNECTION_STATE = /^(?:08\w{3}|57P0[1235]|53300|25P03|25006)$/;

const CONNECTION_CODE =
  /^(?:ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/;

/** Messages of the client library that have no code, and that of `StandbyWait`. */
const CONNECTION_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|the standby has not confirmed a commit|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** Worth a retry soon: a deadlock, no resources, a lock or statement timeout, a failing disk. */
const TRANSIENT_STATE = /^(?:40\w{3}|53\w{3}|55P03|57\w{3}|58\w{3})$/;

const someCause = (error: unknown, matches: (code: string, message: string) => boolean): boolean => {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (matches(code, error.message)) return true;
  if (error instanceof AggregateError && error.errors.some((one: unknown) => someCause(one, matches))) return true;
  return someCause(error.cause, matches);
};

/** Whether the database connection failed, at whatever level the error was caught. */
export const isConnectionError = (error: unknown): boolean =>
  someCause(
    error,
    (code, message) => CONNECTION_STATE.test(code) || CONNECTION_CODE.test(code) || CONNECTION_MESSAGE.test(message),
  );

/** Whether the database is unreachable, full or busy, so that the same request may succeed in a moment. */
export const isTransientError = (error: unknown): boolean =>
  isConnectionError(error) || someCause(error, (code) => TRANSIENT_STATE.test(code));

/** Whether a statement gave up waiting for a lock, or was the victim of a deadlock. */
export const isLockConflict = (error: unknown): boolean =>
  someCause(error, (code) => code === '55P03' || code === '40P01');

/** The name of the constraint that a statement violated; null: none. */
export const violatedConstraint = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null;
  return 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : violatedConstraint(error.cause);
};
