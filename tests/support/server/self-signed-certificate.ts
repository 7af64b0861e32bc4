import { createHash, generateKeyPairSync, sign } from 'node:crypto';

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const utcTime = (year: number): Buffer => der(0x17, Buffer.from(`${year % 100}0101000000Z`));

const ECDSA_SHA256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'));
const COMMON_NAME = Buffer.from('0603550403', 'hex');

/** PEM texts. `spki`: the hash of the public key, by which Chromium can trust the certificate. */
export type SelfSignedCertificate = { readonly key: string; readonly cert: string; readonly spki: string };

/** A new key and a self-signed certificate. Node can sign a certificate but has no function that creates one. */
export const createCertificate = (): SelfSignedCertificate => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = publicKey.export({ type: 'spki', format: 'der' });
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from('localhost')))));
  const year = new Date().getUTCFullYear();
  const serial = der(0x02, Buffer.from([1]));
  const body = sequence(serial, ECDSA_SHA256, name, sequence(utcTime(year - 1), utcTime(year + 2)), name, subject);
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const certificate = sequence(body, ECDSA_SHA256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
    spki: createHash('sha256').update(subject).digest('base64'),
  };
};
