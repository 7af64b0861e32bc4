import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

type HashCost = { readonly N: number; readonly r: number; readonly p: number };

const COST: HashCost = { N: 2 ** 15, r: 8, p: 3 };
/** For the password of the sandbox's accounts. It is public, so a slow hash protects nothing. */
export const PUBLIC_PASSWORD_COST: HashCost = { N: 16, r: 1, p: 1 };
const BYTES = 32;

const derive = (password: string, salt: Buffer, { N, r, p }: HashCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const limits = { N, r, p, maxmem: 256 * N * r };
    scrypt(password.normalize('NFC'), salt, BYTES, limits, (error, key) => (error ? reject(error) : resolve(key)));
  });

const format = ({ N, r, p }: HashCost, salt: Buffer, hash: Buffer): string =>
  ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');

/** `scrypt$N$r$p$salt$hash`, the last two in base64url. */
export const hashPassword = async (password: string, cost: HashCost = COST): Promise<string> => {
  const salt = randomBytes(16);
  return format(cost, salt, await derive(password, salt, cost));
};

/** A hash for unknown accounts, so that they take as long as known ones. */
const UNKNOWN_ACCOUNT = format(COST, Buffer.alloc(16), Buffer.alloc(BYTES));

/** `stored` null: unknown account, which takes the same time and never matches. */
export const verifyPassword = async (password: string, stored: string | null): Promise<boolean> => {
  const [scheme, N, r, p, salt = '', hash = ''] = (stored ?? UNKNOWN_ACCOUNT).split('$');
  if (scheme !== 'scrypt') throw new Error('a password hash has an unknown scheme');
  const expected = Buffer.from(hash, 'base64url');
  const options = { N: Number(N), r: Number(r), p: Number(p) };
  const actual = await derive(password, Buffer.from(salt, 'base64url'), options);
  return stored !== null && expected.length === actual.length && timingSafeEqual(expected, actual);
};
