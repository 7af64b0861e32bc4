import aes from 'crypto-js/aes';
import utf8 from 'crypto-js/enc-utf8';
import ecb from 'crypto-js/mode-ecb';

/**
 * The wire form of a password: AES-ECB, PKCS7, base64, under a fixed key of 16, 24 or 32 bytes. Fixed by the API. Anyone who has
 * the page can decrypt it: only TLS protects the password.
 */
export const encryptPassword = (password: string, key: string): string =>
  aes.encrypt(utf8.parse(password), utf8.parse(key), { mode: ecb }).toString();
