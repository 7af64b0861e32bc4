import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

const COST = 2 ** 15;
const BLOCK = 8;
const PARALLEL = 3;
const BYTES = 32;

const derive = (
  password: string,
  salt: Buffer,
  { N = COST, r = BLOCK, p = PARALLEL }: ScryptOptions,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const limits = { N, r, p, maxmem: 256 * N * r };
    scrypt(password.normalize('NFC'), salt, BYTES, limits, (error, key) => (error ? reject(error) : resolve(key)));
  });

/** `scrypt$N$r$p$salt$hash`, the last two in base64url. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, {});
  return ['scrypt', COST, BLOCK, PARALLEL, salt.toString('base64url'), hash.toString('base64url')].join('$');
};

/** A hash for unknown accounts, so that they take as long as known ones. */
const UNKNOWN_ACCOUNT = `scrypt$${COST}$${BLOCK}$${PARALLEL}$${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(BYTES).toString('base64url')}`;

/** `stored` null: unknown account, which takes the same time and never matches. */
export const verifyPassword = async (password: string, stored: string | null): Promise<boolean> => {
  const [scheme, N, r, p, salt = '', hash = ''] = (stored ?? UNKNOWN_ACCOUNT).split('$');
  if (scheme !== 'scrypt') throw new Error('a password hash has an unknown scheme');
  const expected = Buffer.from(hash, 'base64url');
  const options = { N: Number(N), r: Number(r), p: Number(p) };
  const actual = await derive(password, Buffer.from(salt, 'base64url'), options);
  return stored !== null && expected.length === actual.length && timingSafeEqual(expected, actual);
};
