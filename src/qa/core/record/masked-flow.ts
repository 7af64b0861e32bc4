import { isRecord, type Json } from '../redact/plain-copy.ts';
import { createRedactor, type Redactor } from '../redact/redactor.ts';
import type { Flow, FlowRow, HttpCall } from './flow.file.ts';

/** What `createContextChanges` writes for a long text or list. */
const HASH = /^#(?:\d+-)?[0-9a-f]{16}$/;

/** A version and the hash of the sources, which may look like a phone number. */
const BUILD = /^\d+\.\d+\.\d+(?:\+[0-9a-f]{8})?$/;

/** The rules of redaction read the keys above a value, so the parts of a context are put back in their places first. */
const maskParts = (parts: Readonly<Record<string, unknown>>, { redact }: Redactor): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(parts).map(([path, value]) => {
      if (typeof value === 'string' && HASH.test(value)) return [path, value];
      const keys = path.split('.');
      const nested = keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
      const masked = keys.reduce<Json | undefined>(
        (part, key) => (part !== undefined && isRecord(part) ? part[key] : undefined),
        redact(nested),
      );
      return [path, masked ?? null];
    }),
  );

const maskRow = (row: FlowRow, redactor: Redactor): FlowRow => {
  if (row.kind === 'event') return { ...row, event: redactor.redact(row.event) as typeof row.event };
  return row.kind === 'state' && row.context ? { ...row, context: maskParts(row.context, redactor) } : row;
};

const maskCall = (call: HttpCall, { redactBody }: Redactor): HttpCall => ({
  ...call,
  ...(call.sent !== undefined && { sent: redactBody(call.sent) }),
  ...(call.body !== undefined && { body: redactBody(call.body) }),
});

/**
 * Masks a recording once more before it leaves the team: in a file that another tool changed or an older build wrote, data may be unmasked.
 * A recording of this build stays as it is.
 */
export const maskedFlow = (flow: Flow): Flow => {
  const redactor = createRedactor();
  const runs = flow.runs.map((run) => ({
    ...run,
    ...(run.calls && { calls: run.calls.map((call) => maskCall(call, redactor)) }),
    rows: run.rows.map((row) => maskRow(row, redactor)),
  }));
  const masked: Flow = redactor.again({ ...flow, runs } as never) as never;
  return BUILD.test(flow.build) ? { ...masked, build: flow.build } : masked;
};
