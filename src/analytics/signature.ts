import hmac from 'crypto-js/hmac-sha256';
import { SIGNATURE_FIELD, type SignedFields, signedText } from '../contract/analytics.signature.ts';

/** The signed query of an event. Synchronous, because a page that is being left cannot wait. */
export const signedQuery = (fields: SignedFields, key: string): string => {
  const text = signedText(fields);
  return `${text}&${SIGNATURE_FIELD}=${hmac(text, key).toString()}`;
};
