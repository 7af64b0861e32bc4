import type { AppRequest } from '../kernel/context.ts';

const MAX_DEPTH = 20;
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
/** Text that PostgreSQL cannot store: NUL and unpaired surrogates. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

const UTF8 = new TextDecoder('utf-8', { fatal: true });

export type BodyReading = { readonly ok: true; readonly body: unknown } | { readonly ok: false };

const REFUSED: BodyReading = { ok: false };

/** Whether the value has at most 20 levels and only text that can be stored. */
const isStorableJson = (value: unknown, depth = 1): boolean => {
  if (typeof value === 'string') return !UNSTORABLE.test(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth > MAX_DEPTH) return false;
  return Object.entries(value).every(([key, inner]) => !UNSTORABLE.test(key) && isStorableJson(inner, depth + 1));
};

/**
 * Parses the JSON object of a request: UTF-8, at most 64 kB, with content type. An empty body counts as `{}` because some calls have no
 * payload.
 */
export const readBody = (c: AppRequest): BodyReading => {
  const bytes = c.get('body');
  if (!bytes) return REFUSED;
  if (bytes.length === 0) return { ok: true, body: {} };
  if (!JSON_TYPE.test(c.req.header('content-type') ?? '')) return REFUSED;
  try {
    const body: unknown = JSON.parse(UTF8.decode(bytes));
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    return isObject && isStorableJson(body) ? { ok: true, body } : REFUSED;
  } catch {
    return REFUSED;
  }
};
