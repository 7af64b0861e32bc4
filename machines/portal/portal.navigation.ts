import type { Page } from '../signed-in/signed-in.pages.ts';
import { safeRedirect } from './portal.redirect.ts';
import { canonicalPath, isGuarded, LOGOUT, loginFacePath, loginPath, matchPage, SIGNED_OUT } from './portal.routes.ts';
import type { LoginReason, PortalContext, PortalEvent } from './portal.types.ts';

type UrlChanged = Extract<PortalEvent, { type: 'url.changed' }>;

export type Navigation = { readonly to: string; readonly replace: boolean };

const replacing = (to: string): Navigation => ({ to, replace: true });

/** Null when the browser is on its way there, or there and on no other way. */
export const unlessCurrent = (
  { path, search, pendingUrl }: PortalContext,
  move: Navigation | null,
): Navigation | null => (move === null || move.to === (pendingUrl ?? path + search) ? null : move);

/** Where an anonymous visitor of a guarded page must go, unless the way out is already taken. */
export const loginNavigation = (context: PortalContext): Navigation | null => {
  const { path, search, pendingUrl } = context;
  const isLeaving = pendingUrl !== null && !isGuarded(pendingUrl.split('?')[0] ?? '');
  return isGuarded(path) && !isLeaving ? unlessCurrent(context, replacing(loginPath(path, search))) : null;
};

/** Out of the login page and to the canonical address. */
export const signedInNavigation = (context: PortalContext): Navigation | null => {
  const { page, path, search, pendingUrl } = context;
  const place = canonicalPath(path);
  if (page?.name === 'login') return unlessCurrent(context, replacing(safeRedirect(page.redirect)));
  const isOnTheWay = pendingUrl?.split('?')[0] === place;
  return page && place !== path && !isOnTheWay ? unlessCurrent(context, replacing(place + search)) : null;
};

const pageOf = (address: string): Page => {
  const [path = '', search = ''] = address.split('?');
  return matchPage(path, search);
};

/** The two halves of the top-up page have addresses of their own. */
const isSameHalf = (one: Page, other: Page): boolean =>
  one.name === other.name && (one.name !== 'recharge' || other.name !== 'recharge' || one.target === other.target);

/** An address that follows its page, while the player is on that page and not on the way out. */
export const pageNavigation = (context: PortalContext, move: Navigation): Navigation | null => {
  const { page, pendingUrl } = context;
  const [path = '', search = ''] = move.to.split('?');
  const wanted = matchPage(path, search);
  const isStaying =
    pendingUrl === null || (pendingUrl.split('?')[0] === path && isSameHalf(pageOf(pendingUrl), wanted));
  return isStaying && page && isSameHalf(page, wanted) ? unlessCurrent(context, move) : null;
};

/** Whether the browser has been sent on from the address at which it arrives only now. */
export const isStale = ({ pendingUrl }: PortalContext, { path, search, action }: UrlChanged): boolean =>
  pendingUrl !== null && pendingUrl !== path + search && action !== 'POP';

/** Where a link of the portal leads; null for anything that is not a path. */
export const linkNavigation = (to: string): Navigation | null =>
  /^\/(?![/\\])/.test(to) ? { to, replace: false } : null;

/** Back to the login after a new password was set. */
export const recoveredNavigation = ({ page }: PortalContext): Navigation | null =>
  page?.name === 'login' ? replacing(loginFacePath(page.redirect, null)) : null;

/** After HTTP 203. */
const expiredNavigation = (context: PortalContext): Navigation | null =>
  context.page === null || context.page.name === 'login'
    ? null
    : unlessCurrent(context, replacing(loginPath(context.path, context.search)));

/** After code 20002. */
const signedOutNavigation = (context: PortalContext): Navigation | null =>
  context.page?.name === 'logout' ? null : unlessCurrent(context, replacing(SIGNED_OUT));

/** Where the player reads that the server ended the session. */
export const endedMove = (context: PortalContext): Navigation | null => {
  switch (context.endedBy) {
    case 'expired':
      return expiredNavigation(context);
    case 'kicked':
      return signedOutNavigation(context);
    case null:
      return null;
  }
};

/** A session that this page ends was not ended by the server, so its address must not say so. */
export const leavingMove = ({ page }: PortalContext): Navigation | null =>
  page?.name === 'logout' && page.byServer ? replacing(LOGOUT) : null;

/** Why the login page is shown: derived from its own address, so that a reload says the same. */
export const loginReason = (page: Page | null): LoginReason | null => {
  if (page?.name !== 'login' || page.redirect === null) return null;
  const [path = '', ...query] = safeRedirect(page.redirect).split('?');
  const wanted = matchPage(path, query.join('?'));
  return wanted.name === 'payment_detail' ? { kind: 'order-received', orderId: wanted.orderId } : { kind: 'required' };
};
