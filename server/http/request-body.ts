import type { AppRequest } from '../runtime/context.ts';
import { isStorableJson } from '../runtime/storable-json.ts';

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

const UTF8 = new TextDecoder('utf-8', { fatal: true });

export type BodyReading = { readonly ok: true; readonly body: unknown } | { readonly ok: false };

const REFUSED: BodyReading = { ok: false };

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
