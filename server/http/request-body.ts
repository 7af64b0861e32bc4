import { MAX_REQUEST_BYTES } from '../../src/contract/headers.ts';
import type { AppRequest } from '../app-context.ts';

const MAX_DEPTH = 20;
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
/** What PostgreSQL cannot store: NUL and halves of surrogate pairs. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

export type BodyReading = { readonly ok: true; readonly body: unknown } | { readonly ok: false };

const REFUSED: BodyReading = { ok: false };

/** Plain and shallow enough: at most 20 levels, text that can be stored. */
const isTame = (value: unknown, depth = 1): boolean => {
  if (typeof value === 'string') return !UNSTORABLE.test(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth > MAX_DEPTH) return false;
  return Object.entries(value).every(([key, inner]) => isTame(key) && isTame(inner, depth + 1));
};

const readBytes = async (request: Request, declared: string): Promise<Uint8Array | null> => {
  if (declared) {
    if (!/^\d{1,9}$/.test(declared) || Number(declared) > MAX_REQUEST_BYTES) return null;
    return new Uint8Array(await request.arrayBuffer());
  }
  if (!request.body) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body) {
    size += part.length;
    if (size > MAX_REQUEST_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
};

/** The JSON object of a request: at most 64 kB of UTF-8 with its type named. Nothing at all counts as `{}`: some calls carry no payload. */
export const readBody = async ({ req }: AppRequest): Promise<BodyReading> => {
  const bytes = await readBytes(req.raw, req.header('content-length') ?? '');
  if (!bytes) return REFUSED;
  if (bytes.length === 0) return { ok: true, body: {} };
  if (!JSON_TYPE.test(req.header('content-type') ?? '')) return REFUSED;
  try {
    const body: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    return isObject && isTame(body) ? { ok: true, body } : REFUSED;
  } catch {
    return REFUSED;
  }
};
