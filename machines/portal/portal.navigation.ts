import { readParam } from '../kernel/url.ts';
import type { Page } from '../signed-in/signed-in.pages.ts';
import {
  canonicalPath,
  isGuarded,
  LOGOUT,
  loginFormPath,
  loginPath,
  matchPage,
  SIGNED_OUT,
  safeRedirect,
} from './portal.routes.ts';
import type { LoginReason, PortalContext, PortalEvent } from './portal.types.ts';

/** Sign-ins on another site that return their result in the URL. */
const PROVIDERS = ['appleId', 'wechat'] as const;

type ExternalLogin = { readonly method: (typeof PROVIDERS)[number]; readonly succeeded: boolean };

/** The value `false` means that the account does not exist; any other value is a successful login. Null without such a parameter. */
export const readExternalLogin = (search: string): ExternalLogin | null => {
  const named = PROVIDERS.flatMap((method) => {
    const value = readParam(search, method);
    return value === null ? [] : [{ method, succeeded: value !== 'false' }];
  });
  return named.find(({ succeeded }) => !succeeded) ?? named[0] ?? null;
};

const isExternalLoginParam = (pair: string): boolean => PROVIDERS.some((method) => readParam(pair, method) !== null);

/** Removes these parameters from the URL and leaves the rest of the query unchanged. */
export const externalLoginNavigation = ({ path, search, pendingUrl }: PortalContext): Navigation => {
  const [pathname = '', query = ''] = (pendingUrl ?? path + search).split('?');
  const rest = query.split('&').filter((pair) => pair !== '' && !isExternalLoginParam(pair));
  return { to: rest.length ? `${pathname}?${rest.join('&')}` : pathname, replace: true };
};

type UrlChanged = Extract<PortalEvent, { type: 'url.changed' }>;

export type Navigation = { readonly to: string; readonly replace: boolean };

const replaceWith = (to: string): Navigation => ({ to, replace: true });

/** Null if the browser is already there, or already navigating there. */
export const unlessCurrent = (
  { path, search, pendingUrl }: PortalContext,
  navigation: Navigation | null,
): Navigation | null => (navigation === null || navigation.to === (pendingUrl ?? path + search) ? null : navigation);

/** Sends an anonymous visitor from a guarded page to the login, unless a navigation to an open page is pending. */
export const loginNavigation = (context: PortalContext): Navigation | null => {
  const { path, search, pendingUrl } = context;
  const isLeaving = pendingUrl !== null && !isGuarded(pendingUrl.split('?')[0] ?? '');
  return isGuarded(path) && !isLeaving ? unlessCurrent(context, replaceWith(loginPath(path, search))) : null;
};

/** Leaves the login page and replaces aliases with the canonical path. */
export const signedInNavigation = (context: PortalContext): Navigation | null => {
  const { page, path, search, pendingUrl } = context;
  const canonical = canonicalPath(path);
  if (page?.name === 'login') return unlessCurrent(context, replaceWith(safeRedirect(page.redirect)));
  const isPending = pendingUrl?.split('?')[0] === canonical;
  return page && canonical !== path && !isPending ? unlessCurrent(context, replaceWith(canonical + search)) : null;
};

const pageOf = (url: string): Page => {
  const [path = '', search = ''] = url.split('?');
  return matchPage(path, search);
};

/** The recharge and the E Point recharge share a path and differ in `target`. */
const isSameWizard = (one: Page, other: Page): boolean =>
  one.name === other.name && (one.name !== 'recharge' || other.name !== 'recharge' || one.target === other.target);

/** A URL change that a page requests; null if the browser is on a different page or is leaving this page. */
export const pageNavigation = (context: PortalContext, navigation: Navigation): Navigation | null => {
  const { page, pendingUrl } = context;
  const [path = '', search = ''] = navigation.to.split('?');
  const wanted = matchPage(path, search);
  const isStaying =
    pendingUrl === null || (pendingUrl.split('?')[0] === path && isSameWizard(pageOf(pendingUrl), wanted));
  return isStaying && page && isSameWizard(page, wanted) ? unlessCurrent(context, navigation) : null;
};

/** Whether another navigation has been started since the one that produced this event. */
export const isStale = ({ pendingUrl }: PortalContext, { path, search, action }: UrlChanged): boolean =>
  pendingUrl !== null && pendingUrl !== path + search && action !== 'POP';

/** A navigation to a path of the portal, without its fragment, which no page has; null for anything else. */
export const linkNavigation = (to: string): Navigation | null =>
  /^\/(?![/\\])/.test(to) ? { to: to.replace(/#.*/s, ''), replace: false } : null;

/** Back to the login after a new password was set. */
export const recoveredNavigation = ({ page }: PortalContext): Navigation | null =>
  page?.name === 'login' ? replaceWith(loginFormPath(page.redirect, null)) : null;

/** The page that explains why the server ended the session: the login after HTTP 203, the logout after code 20002. */
export const sessionEndNavigation = (context: PortalContext): Navigation | null => {
  const { page, path, search, endedBy } = context;
  if (endedBy === 'expired' && page !== null && page.name !== 'login')
    return unlessCurrent(context, replaceWith(loginPath(path, search)));
  return endedBy === 'kicked' && page?.name !== 'logout' ? unlessCurrent(context, replaceWith(SIGNED_OUT)) : null;
};

/** Removes the `id` of a server logout from the URL when the player logs out here. */
export const plainLogoutNavigation = ({ page }: PortalContext): Navigation | null =>
  page?.name === 'logout' && page.byServer ? replaceWith(LOGOUT) : null;

/** Why the login page is shown; null if the login leads to the home page. Derived from the URL, so that a reload gives the same result. */
export const loginReason = (page: Page | null): LoginReason | null => {
  if (page?.name !== 'login' || page.redirect === null) return null;
  const [path = '', ...query] = safeRedirect(page.redirect).split('?');
  const wanted = matchPage(path, query.join('?'));
  if (wanted.name === 'home') return null;
  return wanted.name === 'payment_detail' ? { kind: 'order-received', orderId: wanted.orderId } : { kind: 'required' };
};
