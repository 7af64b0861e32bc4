import { createDecipheriv, createHash } from 'node:crypto';
import { isStorableJson } from '../runtime/storable-json.ts';

// Wire formats of the publisher; TLS protects the data.

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Decrypts `passwd` of a login: AES-128-ECB, PKCS7, base64. Returns null if it is malformed or encrypted with another key. */
export const decryptPassword = (passwd: string, key: string): string | null => {
  if (!BASE64.test(passwd)) return null;
  try {
    const decipher = createDecipheriv('aes-128-ecb', Buffer.from(key), null);
    const bytes = Buffer.concat([decipher.update(passwd, 'base64'), decipher.final()]);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
};

const MAGIC = Buffer.from('Salted__');
const KEY_BYTES = 32;
const IV_BYTES = 16;

/** OpenSSL's EVP_BytesToKey with MD5 and one round. */
const derive = (passphrase: string, salt: Buffer): Buffer => {
  const blocks: Buffer[] = [];
  let block = Buffer.alloc(0);
  while (blocks.length * block.length < KEY_BYTES + IV_BYTES) {
    block = createHash('md5').update(block).update(passphrase).update(salt).digest();
    blocks.push(block);
  }
  return Buffer.concat(blocks);
};

/**
 * Decrypts `data` of code and reset requests: JSON in OpenSSL's salted format (AES-256-CBC, base64). Returns null if it is malformed, is
 * encrypted with a different passphrase, or contains values that a request body must not contain.
 */
export const decryptPayload = (data: string, passphrase: string): unknown => {
  if (!BASE64.test(data)) return null;
  const bytes = Buffer.from(data, 'base64');
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  const body = MAGIC.length + 8;
  const derived = derive(passphrase, bytes.subarray(MAGIC.length, body));
  try {
    const decipher = createDecipheriv('aes-256-cbc', derived.subarray(0, KEY_BYTES), derived.subarray(KEY_BYTES));
    const plain = Buffer.concat([decipher.update(bytes.subarray(body)), decipher.final()]);
    const payload: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain));
    return isStorableJson(payload) ? payload : null;
  } catch {
    return null;
  }
};
