import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  randomInt,
  scryptSync,
} from 'node:crypto';

/** A function of the machine that the server calls while it runs. `users`: what needs it. `run` throws if the machine refuses it. */
type MachineFunction = { readonly name: string; readonly users: string; readonly run: () => void };

const hashWith = (algorithm: string): Buffer => createHash(algorithm).update('x').digest();

const encryptWith = (cipher: string, keyBytes: number, ivBytes: number): void => {
  const [key, iv] = [Buffer.alloc(keyBytes), ivBytes ? Buffer.alloc(ivBytes) : null];
  const encryption = createCipheriv(cipher, key, iv);
  const bytes = Buffer.concat([encryption.update('x'), encryption.final()]);
  const decryption = createDecipheriv(cipher, key, iv);
  Buffer.concat([decryption.update(bytes), decryption.final()]);
};

const FUNCTIONS: readonly MachineFunction[] = [
  { name: 'random numbers', users: 'sessions and order numbers', run: () => [randomBytes(1), randomInt(2)] },
  { name: 'SHA-256', users: 'sessions and tickets', run: () => hashWith('sha256') },
  {
    name: 'HMAC-SHA256',
    users: 'notifications and deliveries',
    run: () => createHmac('sha256', 'x').update('x').digest(),
  },
  { name: 'scrypt', users: 'passwords', run: () => scryptSync('x', 'x', 32, { N: 16, r: 1, p: 1 }) },
  { name: 'AES-128-ECB', users: 'logins', run: () => encryptWith('aes-128-ecb', 16, 0) },
  { name: 'MD5', users: 'verification codes and password resets', run: () => hashWith('md5') },
  {
    name: 'AES-256-CBC',
    users: 'verification codes and password resets',
    run: () => encryptWith('aes-256-cbc', 32, 16),
  },
];

/** Tries each function once. Returns a line with all that the machine refuses, such as MD5 in FIPS mode; null: it has all of them. */
export const findMachineProblem = (functions: readonly MachineFunction[] = FUNCTIONS): string | null => {
  const refused = functions.filter(({ run }) => {
    try {
      run();
      return false;
    } catch {
      return true;
    }
  });
  if (refused.length === 0) return null;
  const names = refused.map(({ name, users }) => `${name} (for ${users})`).join(', ');
  return `Machine: OpenSSL refuses ${names}. Run Node without FIPS mode, and with a provider that has them in OPENSSL_CONF.`;
};
