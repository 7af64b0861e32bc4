import { CODE } from '../../src/contract/codes.ts';
import { userSdkTicketGet } from '../../src/contract/user.contract.ts';
import { issueTicket } from '../users/tickets.ts';
import { refusal, route, success } from './route.ts';

/** A ticket is made for the caller's own game account and for no other. */
export const userSdkTicketGetRoute = route(userSdkTicketGet, async ({ context, input, now }, session) =>
  input.uid === session.gameAccountId
    ? success({ ticket: await issueTicket(context.db, session.userId, now) })
    : refusal(CODE.userAuthenticationFailed),
);
