import { readParam } from '../kernel/address.ts';
import type { Move } from './portal.access.ts';
import type { PortalContext } from './portal.types.ts';

/** Sign-ins that happen elsewhere and come back with their result in the address. */
const WAYS = ['appleId', 'wechat'] as const;

export type Returned = { readonly method: (typeof WAYS)[number]; readonly succeeded: boolean };

/** `false` says that the account does not exist, any other value that the login succeeded; null: nobody came back. */
export const readReturn = (search: string): Returned | null => {
  const named = WAYS.flatMap((method) => {
    const value = readParam(search, method);
    return value === null ? [] : [{ method, succeeded: value !== 'false' }];
  });
  return named.find(({ succeeded }) => !succeeded) ?? named[0] ?? null;
};

const isOfReturn = (pair: string): boolean => WAYS.some((way) => readParam(pair, way) !== null);

/** The same address without these parameters; the rest of the query stays as it was written. */
export const returnedMove = ({ path, search, heading }: PortalContext): Move => {
  const [place = '', query = ''] = (heading ?? path + search).split('?');
  const rest = query.split('&').filter((pair) => pair !== '' && !isOfReturn(pair));
  return { to: rest.length ? `${place}?${rest.join('&')}` : place, replace: true };
};
