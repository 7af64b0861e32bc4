import type { Browser } from './browser.ts';

/** UUID v4. `crypto.randomUUID` is missing on pages without TLS, for example in tests on the local network. */
export const createUuidGenerator =
  ({ crypto }: Pick<Browser, 'crypto'>) =>
  (): string => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
  };
