import { readParam } from '../kernel/url.ts';
import type { Navigation } from './portal.navigation.ts';
import type { PortalContext } from './portal.types.ts';

/** Sign-ins that happen elsewhere and come back with their result in the address. */
const PROVIDERS = ['appleId', 'wechat'] as const;

export type Returned = { readonly method: (typeof PROVIDERS)[number]; readonly succeeded: boolean };

/** `false` says that the account does not exist, any other value that the login succeeded; null: nobody came back. */
export const readExternalLogin = (search: string): Returned | null => {
  const named = PROVIDERS.flatMap((method) => {
    const value = readParam(search, method);
    return value === null ? [] : [{ method, succeeded: value !== 'false' }];
  });
  return named.find(({ succeeded }) => !succeeded) ?? named[0] ?? null;
};

const isExternalLoginParam = (pair: string): boolean => PROVIDERS.some((way) => readParam(pair, way) !== null);

/** The same address without these parameters; the rest of the query stays as it was written. */
export const externalLoginNavigation = ({ path, search, pendingUrl }: PortalContext): Navigation => {
  const [place = '', query = ''] = (pendingUrl ?? path + search).split('?');
  const rest = query.split('&').filter((pair) => pair !== '' && !isExternalLoginParam(pair));
  return { to: rest.length ? `${place}?${rest.join('&')}` : place, replace: true };
};
