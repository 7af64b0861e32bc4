/**
 * `urls`: one per host, as the client library expects them. `location`: hosts and database, without user and password. `mustWrite`: find
 * the host that accepts writes first.
 */
type DatabaseAddress = {
  readonly urls: readonly [string, ...string[]];
  readonly location: string;
  readonly mustWrite: boolean;
};

/** `wants`: completes "DATABASE_URL must be …". */
export type AddressReading =
  | { readonly ok: true; readonly address: DatabaseAddress }
  | { readonly ok: false; readonly wants: string };

const SHAPE = /^(postgres(?:ql)?:\/\/)([^@/?#\s]*@)?([^@/?#\s]*)(\/[^?#\s]*)?(\?[^#\s]*)?$/;
const HOST = /^(\[[0-9a-fA-F:.]+\]|[^:,[\]]+)?(?::(\d{1,5}))?$/;

/** Values for read-only clients. This server writes. */
const READING = new Set(['read-only', 'standby', 'prefer-standby']);
const WRITING = new Set(['any', 'read-write', 'primary']);

const no = (wants: string): AddressReading => ({ ok: false, wants });

const isHost = (text: string): boolean => {
  const found = HOST.exec(text);
  if (!found) return false;
  const port = found[2];
  return port === undefined || (Number(port) >= 1 && Number(port) <= 65_535);
};

/**
 * Parses an address like libpq: several hosts separated by commas, and `target_session_attrs`. With several hosts, the one that accepts
 * writes is used even if the address does not say so.
 */
export const readDatabaseUrl = (text: string): AddressReading => {
  const shape = SHAPE.exec(text);
  if (!shape) return no('an address such as postgres://user@host/name');
  const [, scheme = '', user = '', authority = '', path = '', search = ''] = shape;
  const hosts = authority.split(',');
  if (!hosts.every(isHost) || (hosts.length > 1 && hosts.includes('')))
    return no('an address whose hosts are separated by commas, each with a port from 1 to 65535 or without');
  const options = new URLSearchParams(search);
  if (options.get('host')?.includes(',')) return no('an address with its hosts before the path, not in "host"');
  const target = options.get('target_session_attrs');
  if (target !== null && READING.has(target)) return no('one with target_session_attrs=read-write: the server writes');
  if (target !== null && !WRITING.has(target)) return no('one with target_session_attrs read-write, primary or any');
  options.delete('target_session_attrs');
  const rest = `${path}${options.size ? `?${options}` : ''}`;
  const [first = '', ...others] = hosts;
  const urlOf = (host: string): string => `${scheme}${user}${host}${rest}`;
  return {
    ok: true,
    address: {
      urls: [urlOf(first), ...others.map(urlOf)],
      location: `${authority || options.get('host') || 'localhost'}${path}`,
      mustWrite: hosts.length > 1 || (target !== null && target !== 'any'),
    },
  };
};

/** Values of `sslmode` with which `uselibpqcompat` checks certificate and host name, or has no certificate. */
const COMPATIBLE = new Set(['verify-full', 'disable']);

/** False if options turn off the check of the certificate or of its host name. */
export const checksCertificate = (text: string): boolean => {
  const options = new URLSearchParams(SHAPE.exec(text)?.[5] ?? '');
  const modes = options.getAll('sslmode');
  if ([...modes, ...options.getAll('ssl')].includes('no-verify')) return false;
  return !options.getAll('uselibpqcompat').includes('true') || modes.every((mode) => COMPATIBLE.has(mode));
};
