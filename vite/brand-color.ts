/** A color of the Design Tokens format. */
export type Color = {
  readonly colorSpace: 'oklch' | 'srgb';
  readonly components: readonly [number, number, number];
  readonly alpha?: number | undefined;
};

/** Linear sRGB of `oklch`, after Björn Ottosson's definition of OKLab. */
const linearOfOklch = ([lightness, chroma, degrees]: Color['components']): Color['components'] => {
  const hue = (degrees * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
};

const linearOf = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const gammaOf = (value: number): number => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
const inGamut = (value: number): number => Math.min(1, Math.max(0, value));

const linearRgb = ({ colorSpace, components }: Color): readonly number[] =>
  (colorSpace === 'oklch' ? linearOfOklch(components) : components.map(linearOf)).map(inGamut);

const luminance = (color: Color): number => {
  const [red = 0, green = 0, blue = 0] = linearRgb(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Of two opaque colors, after WCAG 2.2: from 1 to 21. */
export const contrast = (one: Color, other: Color): number => {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
};

export const hexOf = (color: Color): string =>
  `#${linearRgb(color)
    .map((value) =>
      Math.round(gammaOf(value) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

export const cssColor = (color: Color): string => {
  const { colorSpace, components, alpha } = color;
  if (colorSpace === 'srgb' && alpha === undefined) return hexOf(color);
  const name = colorSpace === 'srgb' ? 'color(srgb ' : 'oklch(';
  return `${name}${components.join(' ')}${alpha === undefined ? '' : ` / ${alpha}`})`;
};
