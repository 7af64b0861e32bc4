import { type DestinationStream, type Logger, pino } from 'pino';

/** Fields with secrets or personal data, at any depth that is logged. */
const SECRET = ['token', 'passwd', 'password', 'account', 'code', 'data', 'phone', 'email', 'authorization', 'cookie'];

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Describes an error without its message, because database and parser messages quote their input. The result has the stack frames and,
 * for the database, the query with placeholders and the SQLSTATE.
 */
export const describeError = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const cause = error.cause;
  const coded = [error, cause].find((candidate) => isRecord(candidate) && typeof candidate['code'] === 'string');
  const detail = isRecord(coded) ? coded : {};
  return {
    type: error.name,
    ...(typeof detail['code'] === 'string' && { sqlstate: detail['code'] }),
    ...(typeof detail['constraint'] === 'string' && { constraint: detail['constraint'] }),
    ...('query' in error && typeof error.query === 'string' && { query: error.query.slice(0, 500) }),
    at: frames.slice(0, 12).map((line) => line.trim()),
  };
};

/** Bodies and headers are never logged; redaction is the second line of defense. JSON output escapes line breaks. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      redact: { paths: SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    },
    destination ?? pino.destination({ sync: true }),
  );
