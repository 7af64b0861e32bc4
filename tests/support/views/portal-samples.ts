import type { HomeConfig } from '../../../machines/home/home.types.ts';
import { failure } from '../../../machines/kernel/failure.ts';
import type { ChoiceIds, OrderTicket } from '../../../machines/order/order.types.ts';
import type { PortalEvent } from '../../../machines/portal/portal.types.ts';
import type { PortalConfig } from '../../../machines/portal/portal-boot.machine.ts';
import { submitLogin } from '../../../machines/session/login.events.ts';
import type { SessionEvent, SessionGrant } from '../../../machines/session/session.types.ts';
import type { ResumeState } from '../../../machines/signed-in/resume.machine.ts';
import { EMPTY_RESUME_STATE } from '../../../machines/signed-in/resume.machine.ts';
import { ticket } from '../machines/orders.ts';

export const ada: SessionGrant = {
  account: { userId: 'u1', gameAccountId: 'g1', gameId: 'moon', displayName: 'Ada' },
  customerService: 'https://help.example/',
};
export const bob: SessionGrant = {
  account: { userId: 'u2', gameAccountId: 'g2', gameId: 'moon', displayName: 'Bob' },
  customerService: null,
};

export const config: PortalConfig = {
  gameInfo: { gameId: 'moon', name: 'Moon', cgi: 'https://cgi.example/' },
  loggerUrl: null,
};
export const home: HomeConfig = { games: [], features: [], downloads: [], footer: [], redeemUrl: null };

export const OFFLINE = failure('offline', { status: 500 });

export const choiceIds: ChoiceIds = { serverId: 's1', roleId: 'r7', itemId: 'g60', channelCode: 'card' };

/** `age`: seconds before the newest possible ticket. */
export const ticketOf = (orderId: string, age = 0): OrderTicket => ({
  ...ticket,
  orderId,
  payment: { kind: 'redirect', payUrl: `https://pay.example/c/${orderId}` },
  createdAt: ticket.createdAt - age * 1_000,
});

export const resumeStateOf = (...tickets: ResumeState['tickets']): ResumeState => ({ ...EMPTY_RESUME_STATE, tickets });

export const urlChanged = (url: string, action: 'POP' | 'PUSH' | 'REPLACE' = 'PUSH'): PortalEvent => {
  const [path = '', query] = url.split('?');
  return { type: 'url.changed', path, search: query === undefined ? '' : `?${query}`, action };
};

/** A login by account that the rules accept. */
export const submitOf = (account: string, passwordRef: string): SessionEvent =>
  submitLogin({ account, password: 'Demo-1234' }, () => passwordRef);
