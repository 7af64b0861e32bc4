import { userSdkTicketGet } from '../../src/contract/user.contract.ts';
import { CODE } from '../runtime/codes.ts';
import { issueTicket } from '../users/tickets.ts';
import { refusal, route, success } from './route.ts';

/** Issues a ticket for the caller's own game account only. */
export const userSdkTicketGetRoute = route(userSdkTicketGet, async ({ context, input, now }, session) =>
  input.uid === session.gameAccountId
    ? success({ ticket: await issueTicket(context.db, session.userId, now) })
    : refusal(CODE.userAuthenticationFailed),
);
