import aes from 'crypto-js/aes';

/**
 * The `data` field of codes and resets: JSON under a passphrase, in OpenSSL's salted form (EVP_BytesToKey with MD5,
 * AES-256-CBC, base64), as `openssl enc -d -aes-256-cbc -md md5 -a` reads it.
 */
export const encryptPayload = (payload: Readonly<Record<string, string>>, passphrase: string): string =>
  aes.encrypt(JSON.stringify(payload), passphrase).toString();
