import { readFileSync } from 'node:fs';

const css = readFileSync(new URL('../../../src/styles/tokens.css', import.meta.url), 'utf8');

export type Tokens = ReadonlyMap<string, string>;

const blockAfter = (opening: string): string => {
  const from = css.indexOf(opening);
  if (from < 0) throw new Error(`no block "${opening}"`);
  return css.slice(from + opening.length, css.indexOf('}', from));
};

const tokensOf = (block: string): Tokens =>
  new Map([...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]));

/** The colors of each theme, by name without `--`. */
export const dark = tokensOf(blockAfter(':root,\n[data-theme="dark"] {'));
export const light = tokensOf(blockAfter(':root[data-theme="light"] {'));
export const lightBySystem = tokensOf(blockAfter(':root:not([data-theme]) {'));

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

/** WCAG 2.2: from 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
};

/** The pairs (front, back) of tokens with too little contrast. */
export const tooWeak = (
  tokens: Tokens,
  pairs: readonly (readonly [front: string, back: string])[],
  least: number,
): string[] =>
  pairs.flatMap(([front, back]) => {
    const ratio = contrast(tokens.get(front) ?? '', tokens.get(back) ?? '');
    return ratio < least ? [`${front} on ${back}: ${ratio.toFixed(2)}`] : [];
  });
