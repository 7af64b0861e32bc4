import { deleteAttempts } from '../runtime/attempts.ts';
import { CODE, denied } from '../runtime/codes.ts';
import type { AppContext } from '../runtime/context.ts';
import type { LoginOutcome } from './login.ts';
import { rememberDevice } from './login-devices.ts';
import { admitCodeGuess, attemptHashes, type LoginSource, type WithAttemptHashes } from './login-throttle.ts';
import { openVerifiedSession } from './session-store.ts';
import { redeemTicket } from './tickets.ts';

export type TicketLoginTry = {
  readonly ticket: string;
  readonly ip: string;
  readonly clientId: string;
  readonly now: Date;
};

/** A ticket is void after one attempt. The devices of an address have 60 wrong tickets per hour. */
export const tryTicketLogin = async (
  context: AppContext,
  { ticket, ip, clientId, now }: TicketLoginTry,
): Promise<WithAttemptHashes<LoginOutcome>> => {
  const { config, db } = context;
  const source: LoginSource = { kind: 'address', address: ip };
  const of = (account: string, outcome: LoginOutcome) => ({
    ...outcome,
    hashes: attemptHashes(config, account, source),
  });
  const admission = await admitCodeGuess(context, 'ticket', source, now);
  if (!admission.ok) return of('', admission);
  const user = await redeemTicket(db, ticket, now);
  if (!user) return of('', denied(CODE.userAuthenticationFailed));
  await deleteAttempts(db, admission.counted);
  const { userId, passwordHash, account } = user;
  const opening = await openVerifiedSession(db, { userId, clientId, now }, passwordHash);
  if (!opening.ok)
    return of(account, denied(opening.why === 'blocked' ? CODE.forbidden : CODE.userAuthenticationFailed));
  await rememberDevice(db, { ...user, clientId, now });
  return of(account, { ok: true, user, token: opening.token });
};
