import { hostname } from 'node:os';
import { type DestinationStream, type Logger, pino } from 'pino';

/** Fields with secrets or personal data, at any depth that is logged. */
const SECRET = ['token', 'passwd', 'password', 'account', 'code', 'data', 'phone', 'email', 'authorization', 'cookie'];

/**
 * Describes an error without its message, because database and parser messages quote their input. The result has the stack frames; for the
 * database, the query with placeholders and the SQLSTATE; for a wrong setting, the names of what is wrong (`invalid`).
 */
export const describeError = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const coded = [error, error.cause].find((candidate) => typeof Object(candidate).code === 'string');
  const detail: Record<string, unknown> = Object(coded);
  return {
    type: error.name,
    ...(typeof detail['code'] === 'string' && { sqlstate: detail['code'] }),
    ...(typeof detail['constraint'] === 'string' && { constraint: detail['constraint'] }),
    ...('query' in error && typeof error.query === 'string' && { query: error.query.slice(0, 500) }),
    ...('invalid' in error && typeof error.invalid === 'string' && { invalid: error.invalid.slice(0, 500) }),
    at: frames.slice(0, 12).map((line) => line.trim()),
  };
};

const WARN = 40;
/** Lines below `warn` are written together: one system call for about 20 requests. */
const BUFFER_BYTES = 4_096;
const FLUSH_MS = 1_000;

/** Writes warnings and errors immediately, with the lines before them; other lines within a second, or when the process exits. */
export const bufferedOutput = (file: number): DestinationStream => {
  const output = pino.destination({ dest: file, sync: true, minLength: BUFFER_BYTES, periodicFlush: FLUSH_MS });
  process.on('exit', () => output.flushSync());
  const leveled = {
    // pino stores the level of a line in `lastLevel` of a destination with this symbol.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write: (line: string): void => {
      output.write(line);
      if (leveled.lastLevel >= WARN) output.flushSync();
    },
  };
  return leveled;
};

/** Part of each line on standard output, because the lines of several processes are stored together. */
const PROCESS = { process: `${hostname()}-${process.pid}` };

/** Bodies and headers are never logged; redaction is the second line of defense. JSON output escapes line breaks. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: destination ? null : PROCESS,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      redact: { paths: SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    },
    destination ?? bufferedOutput(process.stdout.fd),
  );

/** The same log for lines whose fields are fixed and contain no secrets: redaction takes as long as the rest of a line. */
export const withoutRedaction = (log: Logger): Logger => log.child({}, { redact: [] });
