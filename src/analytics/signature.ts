import hmac from 'crypto-js/hmac-sha256';
import { SIGNATURE_FIELD, type SignedFields, signedText } from '../contract/analytics.contract.ts';

/** Query of an event. Made at once, not later: a page that is being left has no time to wait. */
export const signedQuery = (fields: SignedFields, key: string): string => {
  const text = signedText(fields);
  return `${text}&${SIGNATURE_FIELD}=${hmac(text, key).toString()}`;
};
