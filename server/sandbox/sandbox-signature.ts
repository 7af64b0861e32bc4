import { createHmac, timingSafeEqual } from 'node:crypto';

export const TIMESTAMP_HEADER = 'sandbox-timestamp';
export const SIGNATURE_HEADER = 'sandbox-signature';
/** Allowed clock difference, in both directions. */
const TOLERANCE_S = 300;

const digest = (secret: string, timestamp: string, body: Uint8Array): Buffer =>
  createHmac('sha256', secret).update(timestamp).update('.').update(body).digest();

/** Headers of a notification: HMAC-SHA256 over `<unix seconds>.<raw body>`, hexadecimal. */
export const signed = (secret: string, body: Uint8Array, nowMs: number): Record<string, string> => {
  const timestamp = String(Math.floor(nowMs / 1_000));
  return { [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: digest(secret, timestamp, body).toString('hex') };
};

/** Returns null for a valid and recent signature. */
export const forgery = (
  secret: string,
  body: Uint8Array,
  headers: Headers,
  nowMs: number,
): 'signature' | 'age' | null => {
  const timestamp = headers.get(TIMESTAMP_HEADER) ?? '';
  const signature = headers.get(SIGNATURE_HEADER) ?? '';
  if (!/^\d{1,12}$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(signature)) return 'signature';
  if (!timingSafeEqual(Buffer.from(signature, 'hex'), digest(secret, timestamp, body))) return 'signature';
  return Math.abs(Math.floor(nowMs / 1_000) - Number(timestamp)) > TOLERANCE_S ? 'age' : null;
};
