import { randomUUID } from 'node:crypto';

/** version-trace-parent-flags, https://www.w3.org/TR/trace-context/. Later versions may append fields. */
const TRACE_PARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

/** The trace id of a `traceparent` header; null if it is missing or malformed. */
export const readTraceId = (header: string | undefined): string | null => {
  const [, version, traceId = null, more] = TRACE_PARENT.exec(header ?? '') ?? [];
  return version === '00' && more !== undefined ? null : traceId;
};

/** The trace id of a request without one. `requestId`: a UUID. */
export const traceIdOf = (requestId: string): string => requestId.replaceAll('-', '');

/** Headers that continue a trace in another system; none if there is no trace. */
export const traceHeaders = (traceId: string | null): Record<string, string> =>
  traceId === null ? {} : { traceparent: `00-${traceId}-${randomUUID().replaceAll('-', '').slice(16)}-01` };
