import { createDecipheriv, createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encryptPassword } from '../../src/api/password.cipher.ts';
import { encryptPayload } from '../../src/api/payload.cipher.ts';

const KEY = 'demo-key-16bytes';
const PASSPHRASE = 'Übergang 密码 and more';

const openPassword = (passwd: string, key: string): string => {
  const decipher = createDecipheriv(`aes-${Buffer.byteLength(key) * 8}-ecb`, Buffer.from(key), null);
  return Buffer.concat([decipher.update(passwd, 'base64'), decipher.final()]).toString('utf8');
};

/** OpenSSL's EVP_BytesToKey with MD5 and one round. */
const derive = (passphrase: string, salt: Buffer): { key: Buffer; iv: Buffer } => {
  let block = Buffer.alloc(0);
  let bytes = Buffer.alloc(0);
  while (bytes.length < 48) {
    block = createHash('md5').update(block).update(passphrase, 'utf8').update(salt).digest();
    bytes = Buffer.concat([bytes, block]);
  }
  return { key: bytes.subarray(0, 32), iv: bytes.subarray(32, 48) };
};

const openPayload = (data: string, passphrase: string): unknown => {
  const raw = Buffer.from(data, 'base64');
  expect(raw.subarray(0, 8).toString('latin1')).toBe('Salted__');
  const { key, iv } = derive(passphrase, raw.subarray(8, 16));
  const decipher = createDecipheriv('aes-256-cbc', key, iv);
  return JSON.parse(Buffer.concat([decipher.update(raw.subarray(16)), decipher.final()]).toString('utf8'));
};

describe('passwords', () => {
  test('the expected result: AES-128-ECB, PKCS7, base64 (SESS-01)', () => {
    expect(encryptPassword('Demo-1234', KEY)).toBe('N6dPevD98R5Rz7KzPGOiyw==');
  });

  test('Node’s crypto decrypts any password (SESS-01)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 32 }), (password) => {
        const passwd = encryptPassword(password, KEY);
        expect(passwd).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
        expect(openPassword(passwd, KEY)).toBe(Buffer.from(password, 'utf8').toString('utf8'));
      }),
      { numRuns: 500 },
    );
  });

  test('keys of 24 and 32 bytes (SESS-01)', () => {
    for (const key of ['k'.repeat(24), 'k'.repeat(32)])
      expect(openPassword(encryptPassword('Pässword-1', key), key)).toBe('Pässword-1');
  });
});

describe('the data field of codes and resets', () => {
  const payload = { phone: '+4915112345678', name: '玩家' };

  test('Node’s crypto decrypts it (SESS-01)', () => {
    expect(openPayload(encryptPayload(payload, PASSPHRASE), PASSPHRASE)).toEqual(payload);
  });

  test('the same payload is encrypted differently each time (SESS-01)', () => {
    expect(encryptPayload(payload, PASSPHRASE)).not.toBe(encryptPayload(payload, PASSPHRASE));
  });
});
