import type { RechargeStep } from '../recharge/recharge.types.ts';
import { safeRedirect } from './portal.redirect.ts';
import { canonicalPath, isGuarded, loginPath, matchPage, RECHARGE, SIGNED_OUT, stepPath } from './portal.routes.ts';
import type { LoginReason, Page, PortalContext, PortalEvent } from './portal.types.ts';

type Arrival = Extract<PortalEvent, { type: 'url.changed' }>;

const RECHARGE_QUERY = `${RECHARGE}?`;

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

/** Out of the login page, to the canonical address, and to the step of a wizard that has told its step. */
export const authorisedMove = (context: PortalContext): Move | null => {
  const { page, path, search, step } = context;
  const place = canonicalPath(path);
  if (page?.name === 'login') return unlessThere(context, replacing(safeRedirect(page.redirect)));
  if (page && place !== path) return unlessThere(context, replacing(place + search));
  return page?.name === 'recharge' && page.step === null && step
    ? unlessThere(context, replacing(stepPath(step)))
    : null;
};

/** The address of the wizard's step, while the player is with the wizard and not on the way out. */
export const stepMove = (context: PortalContext, replace: boolean): Move | null => {
  const { page, step, heading } = context;
  const isStaying = heading === null || heading.startsWith(RECHARGE_QUERY);
  if (page?.name !== 'recharge' || !step || !isStaying) return null;
  return unlessThere(context, { to: stepPath(step), replace: replace || page.step === null });
};

/** The step the player asks for by the address; null for an address that the wizard itself has left behind. */
export const stepAsked = ({ step, heading }: PortalContext, to: Arrival): RechargeStep | null => {
  const page = matchPage(to.path, to.search);
  const isOvertaken = heading !== null && heading !== to.path + to.search && to.action !== 'POP';
  return page.name === 'recharge' && page.step !== step && !isOvertaken ? page.step : null;
};

/** Where a link of the portal leads; null for anything that is not a path. */
export const internalMove = (to: string): Move | null => (/^\/(?![/\\])/.test(to) ? { to, replace: false } : null);

/** After HTTP 203. */
export const expiredMove = (context: PortalContext): Move | null =>
  context.page === null || context.page.name === 'login'
    ? null
    : unlessThere(context, replacing(loginPath(context.path, context.search)));

/** After code 20002. */
export const kickedMove = (context: PortalContext): Move | null =>
  context.page?.name === 'logout' ? null : unlessThere(context, replacing(SIGNED_OUT));

/** Why the login page is shown: derived from its own address, so that a reload says the same. */
export const loginReason = (page: Page | null): LoginReason | null => {
  if (page?.name !== 'login' || page.redirect === null) return null;
  const [path = '', ...query] = safeRedirect(page.redirect).split('?');
  const wanted = matchPage(path, query.join('?'));
  return wanted.name === 'order-detail' ? { kind: 'order-received', orderId: wanted.orderId } : { kind: 'required' };
};
