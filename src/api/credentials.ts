import { CONTRACT_VERSION, HEADER } from '../contract/headers.ts';

/**
 * The identity of a request. Replaced as a whole and never mutated, so that the headers of a request are consistent. `epoch` grows with
 * each login and logout. Unknown ids are empty.
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

/** No cookie, no cached response, and no credentials for another origin. */
export const FETCH_OPTIONS = { redirect: 'error', credentials: 'omit', cache: 'no-store' } as const;

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
