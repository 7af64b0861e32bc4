import type { Account } from '../../machines/session/session.types.ts';
import type { ResultOf } from '../contract/endpoint.ts';
import type { userLogin } from '../contract/user.contract.ts';

type Grant = ResultOf<typeof userLogin>;

/** Ids for the request headers; empty if the API never sent them. */
export type WireIds = { readonly accountId: string; readonly gameId: string; readonly userId: string };

export type Identity = { readonly account: Account; readonly ids: WireIds };

export type IdentitySources = {
  /** The identity stored with this token; null after a login. */
  readonly stored: Identity | null;
  /** The submitted login name; null when a session is restored. */
  readonly loginName: string | null;
  /** From `/api/setting/init`; empty before it is loaded. */
  readonly gameId: string;
};

const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

/** FNV-1a, 64 bits. It distinguishes values but does not protect them. */
export const fingerprint = (text: string): string => {
  let hash = OFFSET;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
  return hash.toString(16).padStart(16, '0');
};

const isPrivate = (name: string): boolean => name.includes('@') || /^\+?[\d\s()-]{6,}$/.test(name);

const shownName = (names: readonly (string | null | undefined)[]): string =>
  names.find((name) => typeof name === 'string' && name !== '' && !isPrivate(name)) ?? '';

/**
 * The specification shows only token and customer_service in these responses. Missing ids come from the storage of this browser.
 * Without a user id a first login derives a stable local id from the login name, so that the next login finds the stored orders.
 */
export const identify = (grant: Grant, { stored, loginName, gameId }: IdentitySources): Identity => {
  const ids = {
    userId: grant.user_id ?? stored?.ids.userId ?? '',
    accountId: grant.game_account_id ?? stored?.ids.accountId ?? '',
    gameId: grant.game_id ?? stored?.ids.gameId ?? gameId,
  };
  const userId = grant.user_id ?? stored?.account.userId ?? '';
  const derived = () => `local-${fingerprint(loginName === null ? grant.token : loginName.trim().toLowerCase())}`;
  return {
    ids,
    account: {
      userId,
      ...(userId === '' && { localId: stored?.account.localId ?? derived() }),
      gameAccountId: ids.accountId,
      gameId: ids.gameId,
      displayName: shownName([grant.nickname, stored?.account.displayName, loginName, ids.accountId]),
    },
  };
};
