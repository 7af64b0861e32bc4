import type { Tokens } from './brand.schema.ts';
import { type Color, contrast, cssColor } from './brand-color.ts';

export type ThemeName = 'dark' | 'light';
type Token = Tokens[ThemeName][string];
type Shadow = Extract<Token, { readonly $type: 'shadow' }>['$value'][number];
type Pair = readonly [front: string, back: string];

const GROUNDS = ['bg', 'bg-sunken', 'surface', 'surface-2', 'field'] as const;
const STATUS = ['info', 'success', 'warning', 'error'] as const;

/** Text on its background. */
const TEXT: readonly Pair[] = [
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

/** Edges of controls and the focus ring on their background. */
const EDGES: readonly Pair[] = ['line-strong', 'focus', 'accent'].flatMap((edge) =>
  GROUNDS.map((ground) => [edge, ground] as const),
);

export const colorOf = (tokens: Tokens, theme: ThemeName, name: string): Color => {
  const token = tokens[theme][name];
  if (typeof token !== 'object' || '$type' in token) throw new Error(`${theme}.${name} is not a color`);
  return token.$value;
};

/** The pairs of colors with too little contrast. */
const weakPairs = (tokens: Tokens, theme: ThemeName, pairs: readonly Pair[], least: number): readonly string[] =>
  pairs.flatMap(([front, back]) => {
    const ratio = contrast(colorOf(tokens, theme, front), colorOf(tokens, theme, back));
    return ratio < least ? [`${theme}.${front}: on ${back}, a contrast of ${ratio.toFixed(2)} is below ${least}`] : [];
  });

/** What is hard to see in a brand. */
export const weakPairsOf = (tokens: Tokens): readonly string[] => [
  ...weakPairs(tokens, 'dark', [['ink', 'hero']], 4.5),
  ...(['dark', 'light'] as const).flatMap((theme) => [
    ...weakPairs(tokens, theme, TEXT, 4.5),
    ...weakPairs(tokens, theme, EDGES, 3),
  ]),
];

const cssShadow = ({ color, ...lengths }: Shadow): string =>
  [...Object.values(lengths).map(({ value }) => `${value}px`), cssColor(color)].join(' ');

const cssValue = (token: Exclude<Token, string>): string =>
  '$type' in token ? token.$value.map(cssShadow).join(', ') : cssColor(token.$value);

/** The declarations of a theme. */
export const themeCss = (tokens: Tokens, theme: ThemeName): string =>
  Object.entries(tokens[theme])
    .flatMap(([name, token]) => (typeof token === 'object' ? [`--${name}: ${cssValue(token)};`] : []))
    .join('\n  ');

const CUTS = ['cut-0', 'cut-1', 'cut-2', 'cut-3'] as const;

export const radiusOf = ({ corner }: Tokens, cut: (typeof CUTS)[number]): string =>
  corner[cut].$value.map(({ value }) => `${value}px`).join(' ');

/** The declarations of the corners. */
export const cornerCss = (tokens: Tokens): string =>
  [...CUTS.map((cut) => `--${cut}: ${radiusOf(tokens, cut)};`), `--corner: ${tokens.corner.shape.$value};`].join(
    '\n  ',
  );

export const headlineOf = ({ font }: Tokens): string | null =>
  font ? font.headline.$value.map((family) => JSON.stringify(family)).join(', ') : null;

/** The rules of a headline font. `fileUrl`: null if the font comes with the system. */
export const headlineCss = (tokens: Tokens, fileUrl: string | null): string => {
  const headline = headlineOf(tokens);
  if (headline === null) return '';
  const [family] = headline.split(', ');
  const face = `@font-face { font-family: ${family}; src: url("${fileUrl}") format("woff2"); font-weight: 100 900; font-display: swap; }`;
  return `${fileUrl === null ? '' : face}
:root, [lang] { --headline: ${headline}, var(--script), serif; }
h1, h2, h3 { font-family: var(--headline); }`;
};
