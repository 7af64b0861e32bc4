import { readParam } from '../kernel/url.ts';
import type { Navigation } from './portal.navigation.ts';
import type { PortalContext } from './portal.types.ts';

/** Sign-ins on another site that return their result in the URL. */
const PROVIDERS = ['appleId', 'wechat'] as const;

export type ExternalLogin = { readonly method: (typeof PROVIDERS)[number]; readonly succeeded: boolean };

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
