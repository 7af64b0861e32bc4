import { type PlainKeys, subject } from '../subject.ts';
import { type Json, plainCopy } from './plain-copy.ts';

const MASK = '•••';
const ENCODED_MASK = encodeURIComponent(MASK);

export const isMasked = (text: string): boolean => text.includes(MASK) || text.includes(ENCODED_MASK);

/** A masked address is still one, so that the views draw its link. */
export const MASKED_HOST = 'masked.invalid';
const WEB_ADDRESS = /^(?:https?:\/)?\//;
const MASKED_ADDRESS = `https://${MASKED_HOST}/`;
/** A page loads its pictures without a click, so a masked one has an address that needs no network. */
const EMPTY_PICTURE = 'data:,';

const SHORTEST_SECRET = 4;
const LARGEST_COUNTER = 100_000;
const FIRST_TIME = 1_000_000_000_000;
const LAST_TIME = 10_000_000_000_000;
/** A long secret would make every later text slow to read. */
const LONGEST_SECRET = 1_000;
/** Begins at a border, so that a long word is read once. */
const EMAIL = /(?<![\w.+-])[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/gi;
const PHONE = /\+\d[\d ()-]{6,}\d/g;

/** Whether a number is a moment, epoch ms. */
export const isTime = (value: unknown): value is number =>
  typeof value === 'number' && value >= FIRST_TIME && value < LAST_TIME;

type Rule = 'plain' | 'public' | 'address' | 'masked';

/** The nearest key above a value, and what its text may show. */
type Place = { readonly key: string; readonly rule: Rule };

const ruleOf = (key: string, above: Rule, keys: PlainKeys): Rule => {
  if (keys.text.has(key)) return 'plain';
  if (keys.publicText.has(key)) return 'public';
  if (keys.address.has(key)) return 'address';
  return above === 'public' ? 'public' : 'masked';
};

/** `sdk_order_id` → `orderId`, `server_id` → `serverId` */
const nameOfField = (field: string, { wireNames }: PlainKeys): string =>
  wireNames[field] ?? field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const NUMBER_TEXT = /^-?\d+(?:\.\d+)?$/;
const SHORTEST_NAME = 2;
const LONGEST_NAME = 200;

/** A text is masked in a line only as a whole word, in a script that has words. */
const literalOf = (text: string): string => {
  const literal = text.replaceAll(/[/\\^$.*+?()[\]{}|]/g, '\\$&');
  return /^[\x20-\x7e]+$/.test(text) ? `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])` : literal;
};

const patternOf = (texts: readonly string[]): RegExp | null => {
  const longestFirst = texts.toSorted((one, other) => other.length - one.length).map(literalOf);
  return longestFirst.length > 0 ? new RegExp(longestFirst.join('|'), 'gu') : null;
};

export const createRedactor = () => {
  const keys = subject('plainKeys');
  const masks = new Map<string, string>();
  const secrets = new Set<string>();
  /** What a page may show of the masked data of the actors; its styles may show capital letters. */
  const shown = new Map<string, string>();
  let patternFor = 0;
  let linePattern: RegExp | null = null;

  const maskOf = (text: string): string => {
    const known = masks.get(text);
    if (known) return known;
    const number = `${MASK}${masks.size + 1}`;
    const mask = WEB_ADDRESS.test(text) ? `${MASKED_ADDRESS}${number}` : number;
    masks.set(text, mask);
    return mask;
  };
  const show = (text: string): string => {
    const mask = maskOf(text);
    if (text.length < SHORTEST_NAME || text.length > LONGEST_NAME) return mask;
    shown.set(text, mask).set(text.toUpperCase(), mask);
    return mask;
  };
  const rememberSecret = (secret: string): void => {
    if (secret.length >= SHORTEST_SECRET && secret.length <= LONGEST_SECRET && !isMasked(secret)) secrets.add(secret);
  };
  const scrub = (text: string): string => {
    let clean = text;
    for (const secret of secrets) if (clean.includes(secret)) clean = clean.replaceAll(secret, maskOf(secret));
    return clean.replace(EMAIL, maskOf).replace(PHONE, maskOf);
  };
  const hide = (key: string, text: string, mask = maskOf): string => {
    if (text === '' || isMasked(text) || keys.words[key]?.has(text)) return text;
    if (keys.secret.test(key)) rememberSecret(text);
    const masked = mask(text);
    return keys.picture.has(key) ? EMPTY_PICTURE + masked.replace(MASKED_ADDRESS, '') : masked;
  };
  const address = (text: string): string => {
    const [path = '', query] = text.split('?');
    if (query === undefined) return scrub(path);
    const pairs = query.split('&').map((pair) => {
      const [name = '', value] = pair.split('=');
      if (name === 'redirect' && value !== undefined) return `redirect=${nested(value)}`;
      const isPlain = value === undefined || value === 'false' || keys.query.has(name);
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
  const textOf = (text: string, { key, rule }: Place, mask: (text: string) => string): string => {
    if (rule === 'address') return address(text);
    if (keys.numbers.has(key) && NUMBER_TEXT.test(text)) return text;
    return rule === 'masked' ? hide(key, text, mask) : scrub(text);
  };

  const copied = (value: unknown, nameOf: (key: string) => string, mask: (text: string) => string): Json =>
    plainCopy<Place>(value, {
      start: { key: '', rule: 'masked' },
      inside: ({ rule }, key) => ({ key: nameOf(key), rule: ruleOf(nameOf(key), rule, keys) }),
      keyOf: scrub,
      textOf: (text, place) => textOf(text, place, mask),
      numberOf: (number, { key }) => {
        if (!Number.isFinite(number)) return null;
        if (keys.numbers.has(key) || Math.abs(number) < LARGEST_COUNTER || isTime(number)) return number;
        mask(String(number));
        return 0;
      },
      otherOf: () => undefined,
      replaced: ({ key }) => (keys.opaque.has(key) ? MASK : undefined),
    });
  const again = (value: Json): Json => {
    if (typeof value === 'string') return scrub(value);
    if (Array.isArray(value)) return value.map(again);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [scrub(key), again(member)]));
  };

  return {
    /** Returns a copy as plain data. Data that is not on the allow-list is masked; equal texts get the same mask. */
    redact: (value: unknown): Json => copied(value, (key) => key, show),
    /** The same for a body of the API, whose fields have other names. */
    redactBody: (body: unknown): Json => copied(body, (field) => nameOfField(field, keys), maskOf),
    /** Masks a line of the page: everything that was masked in other data is masked in it too. */
    redactLine: (line: string): string => {
      if (patternFor !== shown.size) {
        patternFor = shown.size;
        linePattern = patternOf([...shown.keys()]);
      }
      return scrub(linePattern ? line.replace(linePattern, (text) => shown.get(text) ?? MASK) : line);
    },
    /** Registers a secret that was seen outside the actors (a password field, the stored token). It is masked everywhere. */
    remember: rememberSecret,
    /** Masks a URL of the portal, which starts with its path, by the same rules as a URL in a message. */
    redactUrl: address,
    /** Masks secrets in data that was redacted before they were known. */
    again,
    secretCount: (): number => secrets.size,
  };
};

export type Redactor = ReturnType<typeof createRedactor>;

/** Masks the URL of a page load that is read from a recording. Masked parts stay. */
export const maskUrl = (url: string): string => createRedactor().redactUrl(url);
