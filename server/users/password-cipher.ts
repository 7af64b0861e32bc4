import { createDecipheriv } from 'node:crypto';

/**
 * Decrypts `passwd` of a login: AES-128-ECB, PKCS7, base64. Returns null if it is malformed or encrypted with another key. This is a
 * wire format of the publisher; TLS protects the data.
 */
export const decryptPassword = (passwd: string, key: string): string | null => {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(passwd)) return null;
  try {
    const decipher = createDecipheriv('aes-128-ecb', Buffer.from(key), null);
    const bytes = Buffer.concat([decipher.update(passwd, 'base64'), decipher.final()]);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
};
