import {
  ADDRESS,
  OPAQUE,
  PLAIN_NUMBER,
  PLAIN_QUERY,
  PLAIN_TEXT,
  PLAIN_WORDS,
  PUBLIC_TEXT,
  SECRET_KEY,
} from './allowed-keys.ts';

/** Plain data, as JSON has it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export type Redactor = {
  /** Returns a copy as plain data. Data that is not on the allow-list is masked; equal texts get the same mask. */
  readonly redact: (value: unknown) => Json;
  /** Registers a secret that was seen outside the actors (a password field, the stored token). It is masked everywhere. */
  readonly remember: (secret: string) => void;
  /** Masks a URL of the portal, which starts with its path, by the same rules as a URL in a message. */
  readonly redactUrl: (url: string) => string;
  /** Masks secrets in data that was redacted before they were known. */
  readonly again: (value: Json) => Json;
  /** How many secrets are known. */
  readonly secretCount: () => number;
};

const MASK = '•••';
const ENCODED_MASK = encodeURIComponent(MASK);

export const isMasked = (text: string): boolean => text.includes(MASK) || text.includes(ENCODED_MASK);

const SHORTEST_SECRET = 4;
const LARGEST_COUNTER = 100_000;
const FIRST_TIME = 1_000_000_000_000;
const LAST_TIME = 10_000_000_000_000;
const EMAIL = /[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/gi;
const PHONE = /\+\d[\d ()-]{6,}\d/g;

type Rule = 'plain' | 'public' | 'address' | 'masked';

const ruleOf = (key: string, above: Rule): Rule => {
  if (PLAIN_TEXT.has(key)) return 'plain';
  if (PUBLIC_TEXT.has(key)) return 'public';
  if (ADDRESS.has(key)) return 'address';
  return above === 'public' ? 'public' : 'masked';
};

const isPlainNumber = (key: string, value: number): boolean =>
  PLAIN_NUMBER.has(key) || Math.abs(value) < LARGEST_COUNTER || (value >= FIRST_TIME && value < LAST_TIME);

const hasToJson = (value: object): value is { toJSON: () => unknown } =>
  'toJSON' in value && typeof value.toJSON === 'function';

/** `used`: the number of masks that previously redacted data already uses. */
export const createRedactor = (used = 0): Redactor => {
  const masks = new Map<string, string>();
  const secrets = new Set<string>();

  const maskOf = (text: string): string => {
    const known = masks.get(text);
    if (known) return known;
    const mask = `${MASK}${used + masks.size + 1}`;
    masks.set(text, mask);
    return mask;
  };
  const rememberSecret = (secret: string): void => {
    if (secret.length >= SHORTEST_SECRET && !isMasked(secret)) secrets.add(secret);
  };
  const scrub = (text: string): string => {
    let clean = text;
    for (const secret of secrets) if (clean.includes(secret)) clean = clean.replaceAll(secret, maskOf(secret));
    return clean.replace(EMAIL, maskOf).replace(PHONE, maskOf);
  };
  const hide = (key: string, text: string): string => {
    if (text === '' || isMasked(text) || PLAIN_WORDS[key]?.has(text)) return text;
    if (SECRET_KEY.test(key)) rememberSecret(text);
    return maskOf(text);
  };
  const address = (text: string): string => {
    const [path = '', query] = text.split('?');
    if (query === undefined) return scrub(path);
    const pairs = query.split('&').map((pair) => {
      const [name = '', value] = pair.split('=');
      if (name === 'redirect' && value !== undefined) return `redirect=${nested(value)}`;
      const isPlain = value === undefined || value === 'false' || PLAIN_QUERY.has(name);
      return isPlain ? pair : `${name}=${hide(name, value)}`;
    });
    return scrub(`${path}?${pairs.join('&')}`);
  };
  const nested = (value: string): string => {
    try {
      return encodeURIComponent(address(decodeURIComponent(value)));
    } catch {
      return maskOf(value);
    }
  };
  const textOf = (key: string, text: string, rule: Rule): string => {
    if (rule === 'address') return address(text);
    return rule === 'masked' ? hide(key, text) : scrub(text);
  };

  const plainOf = (value: unknown, key: string, rule: Rule, above: readonly object[]): Json | undefined => {
    if (value === null || value === undefined) return value;
    if (OPAQUE.has(key)) return MASK;
    if (typeof value === 'boolean') return value;
    if (typeof value === 'string') return textOf(key, value, rule);
    if (typeof value === 'number') return Number.isFinite(value) ? (isPlainNumber(key, value) ? value : 0) : null;
    if (typeof value === 'bigint') return textOf(key, String(value), rule);
    if (typeof value !== 'object') return undefined;
    if (above.includes(value)) return '[circular]';
    const inside = [...above, value];
    if (value instanceof Error) return objectOf({ ...value, name: value.name, message: value.message }, rule, inside);
    if (hasToJson(value)) return plainOf(value.toJSON(), key, rule, inside);
    if (value instanceof Map || value instanceof Set) return plainOf([...value], key, rule, inside);
    if (Array.isArray(value)) return value.map((member: unknown) => plainOf(member, key, rule, inside) ?? null);
    return objectOf(value, rule, inside);
  };
  const objectOf = (value: object, rule: Rule, inside: readonly object[]): Json =>
    Object.fromEntries(
      Object.entries(value).flatMap(([key, member]) => {
        const plain = plainOf(member, key, ruleOf(key, rule), inside);
        return plain === undefined ? [] : [[scrub(key), plain] as const];
      }),
    );
  const again = (value: Json): Json => {
    if (typeof value === 'string') return scrub(value);
    if (Array.isArray(value)) return value.map(again);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [scrub(key), again(member)]));
  };

  return {
    redact: (value) => plainOf(value, '', 'masked', []) ?? null,
    remember: rememberSecret,
    redactUrl: address,
    again,
    secretCount: () => secrets.size,
  };
};

/** Masks the URL of a page load that is read from a recording. Masked parts stay. */
export const maskUrl = (url: string): string => createRedactor().redactUrl(url);
