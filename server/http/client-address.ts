import { isIP } from 'node:net';
import type { Logger } from 'pino';
import type { AppRequest } from '../runtime/context.ts';

const bare = (text: string): string =>
  text
    .trim()
    .replace(/^\[(.+)\](?::\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');

/** The first four groups of an IPv6 address, without abbreviations. */
const networkOf6 = (address: string): string => {
  const [left = '', right] = address.split('%')[0]?.split('::') ?? [];
  const groups = left === '' ? [] : left.split(':');
  const after = right ? right.split(':') : [];
  const gap = right === undefined ? 0 : 8 - groups.length - after.length;
  const all = [...groups, ...Array.from({ length: Math.max(0, gap) }, () => '0'), ...after];
  return `${all
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
};

/**
 * The key of rate limits per address: an IPv4 address, or the /64 network of an IPv6 address because one subscriber has all of it.
 * IPv4-mapped IPv6 counts as IPv4.
 */
export const networkOf = (address: string): string => {
  const plain = bare(address).replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(plain) === 6 ? networkOf6(plain) : plain;
};

const UNCONFIGURED =
  'requests have X-Forwarded-For, but TRUSTED_PROXIES is 0: if this server is behind proxies, set TRUSTED_PROXIES to the number of ' +
  'proxies, or all players behind it share the limits of one address';

/**
 * Network of the caller. Each trusted proxy appends the address that it saw, so with n proxies the client is the n-th address from the
 * right; the caller could have forged anything to the left of it. Warns once about a proxy that is not configured.
 */
export const createAddressReader = (trustedProxies: number, log: Pick<Logger, 'warn'>) => {
  let isWarned = false;
  /** A connection has many requests and one address. */
  const known = new WeakMap<object, string>();
  const networkOfConnection = (c: AppRequest): string => {
    const connection = c.env?.incoming?.socket;
    if (!connection) return '';
    const network = known.get(connection) ?? networkOf(connection.remoteAddress ?? '');
    known.set(connection, network);
    return network;
  };
  return (c: AppRequest): string => {
    const socket = networkOfConnection(c);
    const forwarded = c.req.header('x-forwarded-for');
    if (forwarded === undefined) return socket;
    if (trustedProxies === 0) {
      if (!isWarned) log.warn(UNCONFIGURED);
      isWarned = true;
      return socket;
    }
    const claimed = bare(forwarded.split(',').at(-trustedProxies) ?? '');
    return isIP(claimed) ? networkOf(claimed) : socket;
  };
};
