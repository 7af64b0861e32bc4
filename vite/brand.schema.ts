import * as v from 'valibot';
import { LANGUAGE_NAMES, type LocaleTag } from '../src/contract/locales.ts';
import { HOST } from '../src/platform/build-environment.ts';

const text = v.pipe(v.string(), v.trim(), v.nonEmpty('is empty'));
const language = v.custom<LocaleTag>(
  (tag) => typeof tag === 'string' && Object.hasOwn(LANGUAGE_NAMES, tag),
  'is not a language of the portal',
);
const email = v.pipe(text, v.email('is not an email address'));

/** Schemes that a browser opens itself, or that can start any app. */
const OF_BROWSERS =
  /^(?:about|blob|chrome|content|data|file|filesystem|ftp|https?|intent|javascript|mailto|resource|vbscript|view-source|wss?):$/;
const isReturnAddress = (address: string): boolean =>
  (HOST.test(address) && address.includes('.')) || (/^[a-z][a-z0-9+.-]*:$/.test(address) && !OF_BROWSERS.test(address));

const isHttps = (address: string): boolean => address.startsWith('https://') && URL.canParse(address);

export const brandSchema = v.strictObject({
  name: text,
  /** Of the name, for screen readers. */
  nameLanguage: text,
  /** Below the icon of an installed portal. */
  shortName: v.pipe(text, v.maxLength(12, 'is longer than 12 characters')),
  legalName: text,
  domain: v.pipe(text, v.regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'is not a domain')),
  support: email,
  /** What a player sees who has not chosen a theme. */
  theme: v.picklist(['dark', 'light', 'system'], 'is not a theme'),
  description: text,
  languages: v.pipe(v.array(language), v.includes('en-US', 'has no en-US, which content is written in')),
  /** Which of them readers of other languages get, by language (`pt`) or language and region (`pt-BR`). */
  fallbacks: v.optional(
    v.record(v.pipe(v.string(), v.regex(/^[a-z]{2,3}(?:-[A-Z]{2})?$/, 'is not a language')), language),
    {},
  ),
  /** The sentence of the home page. */
  hero: v.record(language, text),
  /** Where a link from the game may ask the portal to return to. */
  returnTo: v.optional(
    v.array(v.pipe(text, v.check(isReturnAddress, 'is neither a host nor the scheme of an app'))),
    [],
  ),
  /** In the footer, by key. A key that the portal does not know has a title in each language. */
  links: v.optional(
    v.record(
      v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/, 'is not a key of a link')),
      v.strictObject({
        url: v.pipe(text, v.check(isHttps, 'is not an https address')),
        title: v.optional(v.record(language, text)),
      }),
    ),
    {},
  ),
});

const share = v.pipe(v.number(), v.minValue(0, 'is below 0'), v.maxValue(1, 'is above 1'));
const degrees = v.pipe(v.number(), v.minValue(0, 'is below 0'), v.maxValue(360, 'is above 360'));
const alpha = v.optional(share);
const color = v.variant('colorSpace', [
  v.strictObject({ colorSpace: v.literal('oklch'), components: v.strictTuple([share, share, degrees]), alpha }),
  v.strictObject({ colorSpace: v.literal('srgb'), components: v.strictTuple([share, share, share]), alpha }),
]);
const pixels = v.strictObject({ value: v.number(), unit: v.literal('px') });
const shadow = v.strictObject({ color, offsetX: pixels, offsetY: pixels, blur: pixels, spread: pixels });
const shadows = v.strictObject({ $type: v.literal('shadow'), $value: v.array(shadow) });

const colorToken = v.strictObject({ $value: color });
const colors = v.literal('color');

/** The custom properties of a theme. */
const theme = (names: readonly string[]) =>
  v.strictObject<Readonly<Record<string, typeof colorToken | typeof shadows | typeof colors>>>({
    ...Object.fromEntries(names.map((name) => [name, colorToken])),
    'lift-1': shadows,
    'lift-2': shadows,
    $type: colors,
  });

const COLORS = [
  ...['bg', 'bg-sunken', 'surface', 'field', 'surface-2', 'line', 'line-strong', 'ink', 'ink-2', 'ink-3'],
  ...['accent', 'accent-fill', 'accent-fill-hover', 'accent-soft', 'on-accent'],
  ...['money', 'money-fill', 'money-fill-hover', 'on-money'],
  ...['info', 'info-soft', 'success', 'success-soft', 'warning', 'warning-soft', 'error', 'error-soft'],
  ...['focus', 'shade'],
];
const radius = v.strictObject({ $value: v.pipe(v.array(pixels), v.minLength(1), v.maxLength(4)) });

export const tokensSchema = v.strictObject({
  /** Also of the picture on the home page, in both themes. */
  dark: theme([...COLORS, 'hero', 'hero-shade']),
  light: theme(COLORS),
  corner: v.strictObject({
    $type: v.literal('dimension'),
    'cut-0': radius,
    'cut-1': radius,
    'cut-2': radius,
    'cut-3': radius,
    shape: v.strictObject({ $type: v.literal('string'), $value: v.picklist(['bevel', 'round'], 'is not a shape') }),
  }),
  font: v.optional(
    v.strictObject({
      headline: v.strictObject({
        $type: v.literal('fontFamily'),
        $value: v.pipe(v.array(text), v.minLength(1)),
        /** A file of the folder, with the first family. */
        $extensions: v.optional(v.strictObject({ file: v.pipe(text, v.endsWith('.woff2', 'is not a .woff2 file')) })),
      }),
    }),
  ),
});

export type Brand = v.InferOutput<typeof brandSchema>;
export type Tokens = v.InferOutput<typeof tokensSchema>;

/** The first problem in one line: path, value, reason. */
export const problemOf = ([issue]: readonly v.BaseIssue<unknown>[]): string => {
  if (!issue) return '';
  const shown = JSON.stringify(issue.input)?.slice(0, 60);
  const reason =
    issue.expected === 'never' ? 'is not a key' : issue.received === 'undefined' ? 'is missing' : issue.message;
  return `${v.getDotPath(issue) ?? ''}: ${shown === undefined ? '' : `${shown} `}${reason}`;
};
