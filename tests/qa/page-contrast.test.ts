import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { weakPairs } from '../../vite/brand-tokens.ts';
import { readBrand } from '../../vite/read-brand.ts';

const { tokens: brandTokens } = readBrand(process.cwd());

const FOLDERS = ['page', 'viewer', 'lab', 'gallery', 'test-banner'];

/** A property that uses a color of the tokens. */
type Rule = { readonly property: string; readonly token: string };

const rulesOf = (path: string): readonly Rule[] => {
  const css = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, , body = '']) =>
    [...body.matchAll(/([\w-]+):([^;]+);/g)].flatMap(([, property = '', value = '']) =>
      [...value.matchAll(/var\(--([\w-]+)\)/g)].map(([, token = '']) => ({ property, token })),
    ),
  );
};

const rules = FOLDERS.flatMap((folder) =>
  readdirSync(`src/qa/apps/${folder}`)
    .filter((name) => name.endsWith('.css'))
    .flatMap((name) => rulesOf(`src/qa/apps/${folder}/${name}`)),
).filter(({ token }) => Object.hasOwn(brandTokens.dark, token) && !/^(?:lift|shade)/.test(token));

const SURFACE = /^(?:bg|bg-sunken|surface|surface-2|field|.+-soft)$/;
/** Text on a background of its own. */
const FIXED: Readonly<Record<string, string>> = { 'on-money': 'money-fill', 'on-accent': 'accent-fill' };
/** Never text: edges of controls, arrows, the focus. */
const MARK = /^(?:line-strong|focus)$/;
/** Lines that separate and carry no meaning, which WCAG 1.4.11 does not count. */
const DECORATION = 'line';

const tokens = (isWanted: (rule: Rule) => boolean): readonly string[] => [
  ...new Set(rules.filter(isWanted).map(({ token }) => token)),
];
const isFilled = (property: string): boolean => /^(?:background|fill)$/.test(property);

const grounds = tokens(({ property, token }) => isFilled(property) && SURFACE.test(token));
const texts = tokens(
  ({ property, token }) => /^(?:color|fill)$/.test(property) && !SURFACE.test(token) && !MARK.test(token),
);
const marks = tokens(
  ({ property, token }) =>
    token !== DECORATION &&
    !SURFACE.test(token) &&
    !Object.values(FIXED).includes(token) &&
    (isFilled(property) || /^(?:stroke|border|outline)/.test(property)),
).filter((token) => !Object.hasOwn(FIXED, token));

const on = (fronts: readonly string[]) =>
  fronts.flatMap((front) =>
    Object.hasOwn(FIXED, front)
      ? [[front, FIXED[front] ?? ''] as const]
      : grounds.map((ground) => [front, ground] as const),
  );

test.each(['dark', 'light'] as const)(
  'every color of banner, viewer, lab and gallery has enough contrast in the %s theme (INSP-05)',
  (theme) => {
    expect([...grounds, ...texts, ...marks]).toEqual(
      expect.arrayContaining(['surface', 'accent-soft', 'ink-2', 'money', 'line-strong']),
    );
    expect(weakPairs(brandTokens, theme, on(texts), 4.5)).toEqual([]);
    expect(weakPairs(brandTokens, theme, on(marks), 3)).toEqual([]);
  },
);
