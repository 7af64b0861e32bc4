import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { DEMO_SERVER } from '../../../server/demo-environment.mjs';

/** The output of `openssl enc -aes-256-cbc -md md5 -a -A`. */
export const seal = (payload: unknown, passphrase: string = DEMO_SERVER.RESET_PASSPHRASE): string => {
  const salt = randomBytes(8);
  let derived = Buffer.alloc(0);
  let block = Buffer.alloc(0);
  while (derived.length < 48) {
    block = createHash('md5').update(block).update(passphrase).update(salt).digest();
    derived = Buffer.concat([derived, block]);
  }
  const cipher = createCipheriv('aes-256-cbc', derived.subarray(0, 32), derived.subarray(32, 48));
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return Buffer.concat([Buffer.from('Salted__'), salt, cipher.update(text, 'utf8'), cipher.final()]).toString('base64');
};
