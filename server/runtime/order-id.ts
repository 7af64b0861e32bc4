import { randomBytes } from 'node:crypto';

/** Crockford's base 32 has no I, L, O and U, so a number can be read out over the phone. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Five random bits per character. */
export const randomBase32 = (length: number): string =>
  [...randomBytes(length)].map((byte) => ALPHABET[byte % 32] ?? '').join('');

/** The number of an order that a player typed without hyphens, in lower case, or with letters that look like digits. */
export const readOrderId = (typed: string): string => {
  const signs = typed.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  const [, day, ...letters] = /^(\d{6})([0-9A-Z]{4})([0-9A-Z]{4})([0-9A-Z]{4})$/.exec(signs) ?? [];
  return day === undefined ? typed.trim() : [day, ...letters].join('-');
};

/** `251121-7K3M-9Q2X-H4TB`: the UTC day and 60 random bits. */
export const newOrderId = (now: Date): string => {
  const day = now.toISOString().slice(2, 10).replaceAll('-', '');
  const letters = randomBase32(12);
  return [day, letters.slice(0, 4), letters.slice(4, 8), letters.slice(8)].join('-');
};
