import { type ConnectionOptions, connect, type SecureVersion } from 'node:tls';
import type { SelfSignedCertificate } from '../support/server/self-signed-certificate.ts';

/** The host name of the reference configurations. */
export const HOST = 'portal.example';
export const TLS_VERSIONS: readonly SecureVersion[] = ['TLSv1.2', 'TLSv1.3'];
/** Suites of TLS 1.2 that fit the key of the certificate, so only the configuration of the proxy can refuse them. */
export const MODERN_SUITE = 'ECDHE-ECDSA-AES128-GCM-SHA256';
export const STRONGEST = 'ECDHE-ECDSA-AES256-GCM-SHA384';
export const OLD_SUITES = ['ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA384', 'ECDHE-ECDSA-AES128-CCM'];

/** Accepts only this certificate, for the host of the configurations. */
export const trustIn = ({ cert }: SelfSignedCertificate): ConnectionOptions => ({
  ca: cert,
  servername: HOST,
  checkServerIdentity: () => undefined,
});

/** Returns the suite of a connection with TLS 1.2 that offers these suites, or "refused". */
export const agreedSuite = async (options: ConnectionOptions, ciphers: string): Promise<string> => {
  const socket = connect({ ...options, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2', ciphers });
  const suite = await new Promise<string>((resolve) => {
    socket.once('secureConnect', () => resolve(socket.getCipher().name)).on('error', () => resolve('refused'));
  });
  socket.destroy();
  return suite;
};
