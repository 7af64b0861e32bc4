import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { LANGUAGE_NAMES } from '../src/contract/locales.ts';
import { cssColor, hexOf } from './brand-color.ts';
import { colorOf, cornerCss, headlineCss, headlineOf, radiusOf, type ThemeName, themeCss } from './brand-tokens.ts';
import { type BrandFolder, readBrand } from './read-brand.ts';

/** The name with its last word apart, which is drawn lighter. */
const wordmarkOf = (name: string) => {
  const at = name.lastIndexOf(' ') + 1 || name.length;
  return { main: name.slice(0, at), last: name.slice(at) };
};

/** The text of a language with the name and the sentence of the brand. */
export const branded = ({ brand }: BrandFolder, tag: string, text: string): string =>
  text
    .replaceAll('{{brand}}', () => brand.name)
    .replaceAll(
      '{{hero}}',
      () => Object.entries(brand.hero).find(([own]) => own === tag)?.[1] ?? brand.hero['en-US'] ?? '',
    );

/** The constants that the code declares and reads. */
export const brandConstants = ({ brand, tokens }: BrandFolder): Readonly<Record<string, string>> => {
  const { name, domain, support, languages, fallbacks, theme, returnTo } = brand;
  const pageColors = (of: ThemeName) =>
    [
      ['ground', 'bg'],
      ['ink', 'ink'],
      ['soft', 'ink-2'],
      ['line', 'line'],
      ['link', 'accent'],
    ].map(([property, token = '']) => `--${property}: ${cssColor(colorOf(tokens, of, token))};`);
  const constants = {
    PORTAL_LOCALES: Object.fromEntries(languages.map((tag) => [tag, LANGUAGE_NAMES[tag]])),
    PORTAL_FALLBACKS: Object.keys(fallbacks).length > 0 ? fallbacks : null,
    PORTAL_THEME: theme,
    PORTAL_RETURN_TO: returnTo,
    SERVER_BRAND: { name, domain, support, dark: pageColors('dark').join(' '), light: pageColors('light').join(' ') },
  };
  return Object.fromEntries(Object.entries(constants).map(([key, value]) => [key, JSON.stringify(value)]));
};

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

/** Fills the placeholders of index.html. `art`: where the page finds the pictures. */
const brandedPage = (html: string, { brand, tokens, art }: BrandFolder, artUrl: string): string => {
  const { main, last } = wordmarkOf(brand.name);
  const shown = (theme: ThemeName): ThemeName => (brand.theme === 'system' ? theme : brand.theme);
  const headline = headlineOf(tokens);
  const values: Readonly<Record<string, string>> = {
    NAME: escaped(brand.name),
    NAME_LANGUAGE: escaped(brand.nameLanguage),
    WORDMARK: `${escaped(main)}<b>${escaped(last)}</b>`,
    DESCRIPTION: escaped(brand.description),
    LOGO: art.logoMarkup,
    ART: artUrl,
    SCENE: `${artUrl}/${relative(art.folder, art.scene)}`,
    CUT: radiusOf(tokens, 'cut-3'),
    BAR_DARK: hexOf(colorOf(tokens, shown('dark'), 'bg')),
    BAR_LIGHT: hexOf(colorOf(tokens, shown('light'), 'bg')),
  };
  return html
    .replaceAll(/__BRAND_(\w+?)__/g, (placeholder, key: string) => values[key] ?? placeholder)
    .replaceAll(/__(DARK|LIGHT)_([A-Z0-9_]+?)__/g, (_, theme: string, name: string) =>
      cssColor(colorOf(tokens, theme === 'DARK' ? 'dark' : 'light', name.toLowerCase().replaceAll('_', '-'))),
    )
    .replace(
      '</style>',
      (end) => `${headline === null ? '' : `.shell-page { font-family: ${headline}, serif; }`}${end}`,
    );
};

/** The lines of tokens.css that a brand decides. */
const brandedTokens = (css: string, { tokens, font }: BrandFolder, folder: string): string => {
  const ofBevels =
    tokens.corner.shape.$value === 'bevel' ? css.length : css.indexOf('@supports not (corner-shape: bevel)');
  return [css.slice(0, ofBevels), headlineCss(tokens, font === null ? null : relative(folder, font))]
    .join('')
    .replaceAll('--brand: dark;', () => themeCss(tokens, 'dark'))
    .replaceAll('--brand: light;', () => themeCss(tokens, 'light'))
    .replaceAll('--brand: corners;', () => cornerCss(tokens));
};

/** Stops with one line if the folder of the brand has a mistake. */
const readOrStop = (root: string): BrandFolder => {
  try {
    return readBrand(root);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message.replace(`${root}/`, '') : error}\n`);
    return process.exit(1);
  }
};

/** The code of `withOwnLinks`. A brand without links has none. */
const withOwnLinks = ({ links }: BrandFolder['brand']): string => {
  const own = Object.entries(links).map(([key, { url, title }]) => {
    const titleCode = title ? `${JSON.stringify(title)}[tag]` : `''`;
    return `{ key: ${JSON.stringify(key)}, url: ${JSON.stringify(url)}, title: ${titleCode} }`;
  });
  if (own.length === 0) return 'links';
  return `[...new Map([${own.join(', ')}, ...links].map((link) => [link.key, link])).values()]`;
};

/** The code of the modules that views import. */
const MODULES: Readonly<Record<string, (folder: BrandFolder) => string>> = {
  'virtual:brand/name': ({ brand, art }) => {
    const { name, nameLanguage, legalName } = brand;
    const values = Object.entries({ wordmark: wordmarkOf(name), nameLanguage, legalName });
    const shapes = art.logo.map(([tag, attributes], at) => `jsx('${tag}', ${JSON.stringify(attributes)}, ${at})`);
    return [
      `import { jsx } from 'react/jsx-runtime';`,
      ...values.map(([key, value]) => `export const ${key} = ${JSON.stringify(value)};`),
      `export const withOwnLinks = (links, tag) => ${withOwnLinks(brand)};`,
      `export const shapes = [${shapes.join(', ')}];`,
    ].join('\n');
  },
  'virtual:brand/scene': ({ art }) => `export { default as scene } from ${JSON.stringify(`${art.scene}?url`)};`,
  'virtual:brand/pictures': ({ art }) => {
    const files = Object.entries(art.pictures);
    const imports = files.map(([, file], at) => `import file${at} from ${JSON.stringify(`${file}?url`)};`);
    const entries = files.map(([name], at) => `[${JSON.stringify(name)}, file${at}]`);
    return `${imports.join('\n')}\nexport const pictures = new Map([${entries.join(', ')}]);`;
  },
};

/** The page as text, whose styles the preview of QA uses. */
const RAW_PAGE = /\/src\/index\.html\?raw$/;

/** Puts the name, the colors, the languages and the pictures of the brand into a build. */
export const brand = (root: string): Plugin => {
  const read = () => readOrStop(root);
  return {
    name: 'brand',
    enforce: 'pre',
    config: () => ({ define: brandConstants(read()) }),
    resolveId: { filter: { id: /^virtual:brand\// }, handler: (id) => id },
    load: {
      filter: { id: [/^virtual:brand\//, RAW_PAGE] },
      handler: (id) => {
        if (!RAW_PAGE.test(id)) return MODULES[id]?.(read()) ?? null;
        return `export default ${JSON.stringify(brandedPage(readFileSync(id.replace('?raw', ''), 'utf8'), read(), '.'))};`;
      },
    },
    transform: {
      filter: { id: /\/styles\/tokens\.css/ },
      handler: (css) => brandedTokens(css, read(), join(root, 'src/styles')),
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { server }) => {
        const { art } = read();
        return brandedPage(html, read(), server ? `/@fs${art.folder}` : relative(join(root, 'src'), art.folder));
      },
    },
  };
};
