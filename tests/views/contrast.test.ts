import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('../../src/styles/tokens.css', import.meta.url), 'utf8');

type Tokens = ReadonlyMap<string, string>;

const blockAfter = (opening: string): string => {
  const from = css.indexOf(opening);
  if (from < 0) throw new Error(`no block "${opening}"`);
  return css.slice(from + opening.length, css.indexOf('}', from));
};

const tokensOf = (block: string): Tokens =>
  new Map([...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]));

const dark = tokensOf(blockAfter(':root,\n[data-theme="dark"] {'));
const light = tokensOf(blockAfter(':root[data-theme="light"] {'));
const lightBySystem = tokensOf(blockAfter(':root:not([data-theme]) {'));

/** Linear sRGB of an opaque `oklch(L C H)`, after Björn Ottosson's definition of OKLab, clipped to the gamut. */
const linearRgb = (color: string): readonly [number, number, number] => {
  const match = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(color);
  if (!match) throw new Error(`not an opaque oklch colour: ${color}`);
  const [lightness, chroma, hue] = [Number(match[1]), Number(match[2]), (Number(match[3]) * Math.PI) / 180];
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number): number => Math.min(1, Math.max(0, value));
  return [
    clip(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    clip(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    clip(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
};

const luminance = (color: string): number => {
  const [red, green, blue] = linearRgb(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: string, other: string): number => {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
};

const GROUNDS = ['bg', 'bg-sunken', 'surface', 'surface-2', 'field'] as const;
const STATUS = ['info', 'success', 'warning', 'error'] as const;

/** Text on background: at least 4.5 : 1. */
const TEXT: readonly (readonly [string, string])[] = [
  ...['ink', 'ink-2', 'ink-3', 'accent', 'money', ...STATUS].flatMap((text) =>
    GROUNDS.map((ground) => [text, ground] as const),
  ),
  ...STATUS.flatMap((tone) => [[tone, `${tone}-soft`] as const, ['ink', `${tone}-soft`] as const]),
  ...['ink', 'ink-2', 'ink-3', 'accent', 'money'].map((text) => [text, 'accent-soft'] as const),
  ['on-accent', 'accent-fill'],
  ['on-accent', 'accent-fill-hover'],
  ['on-money', 'money-fill'],
  ['on-money', 'money-fill-hover'],
];

/** Edges of controls and the focus ring on background: at least 3 : 1. */
const EDGES: readonly (readonly [string, string])[] = ['line-strong', 'focus', 'accent'].flatMap((edge) =>
  GROUNDS.map((ground) => [edge, ground] as const),
);

const tooWeak = (tokens: Tokens, pairs: readonly (readonly [string, string])[], least: number): string[] =>
  pairs.flatMap(([front, back]) => {
    const ratio = contrast(tokens.get(front) ?? '', tokens.get(back) ?? '');
    return ratio < least ? [`${front} on ${back}: ${ratio.toFixed(2)}`] : [];
  });

describe.each([
  ['dark', dark],
  ['light', light],
] as const)('colors of the %s theme', (_, tokens) => {
  test('text has enough contrast on every background', () => {
    expect(tooWeak(tokens, TEXT, 4.5)).toEqual([]);
  });

  test('edges of controls and the focus ring have enough contrast', () => {
    expect(tooWeak(tokens, EDGES, 3)).toEqual([]);
  });
});

test('the contrast of known pairs is right', () => {
  expect(contrast('oklch(1 0 0)', 'oklch(0 0 0)')).toBeCloseTo(21, 3);
  expect(contrast('oklch(0.627955 0.257683 29.233885)', 'oklch(1 0 0)')).toBeCloseTo(3.998, 2);
});

test('the light theme has the same colors by choice and by system setting', () => {
  expect(lightBySystem).toEqual(light);
  expect(light.size).toBeGreaterThan(25);
});
