import type { Page } from '../player/player.pages.ts';
import { safeRedirect } from './portal.redirect.ts';
import { canonicalPath, isGuarded, LOGOUT, loginFacePath, loginPath, matchPage, SIGNED_OUT } from './portal.routes.ts';
import type { LoginReason, PortalContext, PortalEvent } from './portal.types.ts';

type Arrival = Extract<PortalEvent, { type: 'url.changed' }>;

export type Move = { readonly to: string; readonly replace: boolean };

const replacing = (to: string): Move => ({ to, replace: true });

/** Null when the browser is on its way there, or there and on no other way. */
export const unlessThere = ({ path, search, heading }: PortalContext, move: Move | null): Move | null =>
  move === null || move.to === (heading ?? path + search) ? null : move;

/** Where an anonymous visitor of a guarded page must go, unless the way out is already taken. */
export const anonymousMove = (context: PortalContext): Move | null => {
  const { path, search, heading } = context;
  const isLeaving = heading !== null && !isGuarded(heading.split('?')[0] ?? '');
  return isGuarded(path) && !isLeaving ? unlessThere(context, replacing(loginPath(path, search))) : null;
};

/** Out of the login page and to the canonical address. */
export const authorisedMove = (context: PortalContext): Move | null => {
  const { page, path, search, heading } = context;
  const place = canonicalPath(path);
  if (page?.name === 'login') return unlessThere(context, replacing(safeRedirect(page.redirect)));
  const isOnTheWay = heading?.split('?')[0] === place;
  return page && place !== path && !isOnTheWay ? unlessThere(context, replacing(place + search)) : null;
};

const pageOf = (address: string): Page => {
  const [path = '', search = ''] = address.split('?');
  return matchPage(path, search);
};

/** The two halves of the top-up page have addresses of their own. */
const isSameHalf = (one: Page, other: Page): boolean =>
  one.name === other.name && (one.name !== 'recharge' || other.name !== 'recharge' || one.target === other.target);

/** An address that follows its page, while the player is on that page and not on the way out. */
export const followingMove = (context: PortalContext, move: Move): Move | null => {
  const { page, heading } = context;
  const [path = '', search = ''] = move.to.split('?');
  const wanted = matchPage(path, search);
  const isStaying = heading === null || (heading.split('?')[0] === path && isSameHalf(pageOf(heading), wanted));
  return isStaying && page && isSameHalf(page, wanted) ? unlessThere(context, move) : null;
};

/** Whether the browser has been sent on from the address at which it arrives only now. */
export const isOvertaken = ({ heading }: PortalContext, { path, search, action }: Arrival): boolean =>
  heading !== null && heading !== path + search && action !== 'POP';

/** Where a link of the portal leads; null for anything that is not a path. */
export const internalMove = (to: string): Move | null => (/^\/(?![/\\])/.test(to) ? { to, replace: false } : null);

/** Back to the login after a new password was set. */
export const recoveredMove = ({ page }: PortalContext): Move | null =>
  page?.name === 'login' ? replacing(loginFacePath(page.redirect, null)) : null;

/** After HTTP 203. */
const expiredMove = (context: PortalContext): Move | null =>
  context.page === null || context.page.name === 'login'
    ? null
    : unlessThere(context, replacing(loginPath(context.path, context.search)));

/** After code 20002. */
const kickedMove = (context: PortalContext): Move | null =>
  context.page?.name === 'logout' ? null : unlessThere(context, replacing(SIGNED_OUT));

/** Where the player reads that the server ended the session. */
export const endedMove = (context: PortalContext): Move | null => {
  switch (context.endedBy) {
    case 'expired':
      return expiredMove(context);
    case 'kicked':
      return kickedMove(context);
    case null:
      return null;
  }
};

/** A session that this page ends was not ended by the server, so its address must not say so. */
export const leavingMove = ({ page }: PortalContext): Move | null =>
  page?.name === 'logout' && page.byServer ? replacing(LOGOUT) : null;

/** Why the login page is shown: derived from its own address, so that a reload says the same. */
export const loginReason = (page: Page | null): LoginReason | null => {
  if (page?.name !== 'login' || page.redirect === null) return null;
  const [path = '', ...query] = safeRedirect(page.redirect).split('?');
  const wanted = matchPage(path, query.join('?'));
  return wanted.name === 'payment_detail' ? { kind: 'order-received', orderId: wanted.orderId } : { kind: 'required' };
};
