import { IDEMPOTENCY_HEADER, QUOTE_HEADER } from '../../src/contract/headers.ts';
import { readIdempotencyKey } from '../checkout/order-insertion.ts';

const WHOLE = /^[1-9]\d{0,8}$/;

/** `quoteMinor`: US cents, or E Points. */
type OrderHeaders = { readonly key: string | null; readonly quoteMinor: number | null };

/** Parses the two extra headers of order creation; null: one is malformed. */
export const readOrderHeaders = (header: (name: string) => string): OrderHeaders | null => {
  const key = readIdempotencyKey(header(IDEMPOTENCY_HEADER));
  const quote = header(QUOTE_HEADER);
  if (!key.ok || (quote && !WHOLE.test(quote))) return null;
  return { key: key.key, quoteMinor: quote ? Number(quote) : null };
};
