import { CONTRACT_VERSION, HEADER } from '../contract/headers.ts';

/**
 * Who a request speaks for. Replaced as a whole, never changed in place, so that the headers of one request always belong
 * together. `epoch` grows with each login and logout. Ids are empty while they are unknown.
 */
export type Credentials = {
  readonly epoch: number;
  readonly token: string;
  readonly accountId: string;
  readonly gameId: string;
  readonly userId: string;
  readonly clientId: string;
};

const PRINTABLE = /^[\x20-\x7e]*$/;

const headerText = (text: string): string => (PRINTABLE.test(text) ? text : encodeURIComponent(text));

/** The seven headers of SESS-15. */
export const headersOf = (who: Credentials, version: string): Record<string, string> => ({
  [HEADER.version]: headerText(version),
  [HEADER.contractVersion]: CONTRACT_VERSION,
  [HEADER.accountId]: headerText(who.accountId),
  [HEADER.gameId]: headerText(who.gameId),
  [HEADER.userId]: headerText(who.userId),
  [HEADER.clientId]: headerText(who.clientId),
  [HEADER.token]: headerText(who.token),
});
