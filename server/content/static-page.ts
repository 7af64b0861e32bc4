import { createHash } from 'node:crypto';
import { DEFAULT_LOCALE, isLocale, LOCALE_TAGS, LOCALES, type LocaleTag } from '../../src/contract/locales.ts';
import { brand, escaped, linesOf } from '../texts/server-texts.ts';

const GAMES = new Map([
  ['lantern-isles', 'Lantern Isles'],
  ['iron-comet', 'Iron Comet'],
]);

const PAGES = ['about', 'contact', 'privacy', 'agreement'] as const;

const STYLES = `
:root { color-scheme: light dark; ${brand.light} }
@media (prefers-color-scheme: dark) { :root { ${brand.dark} } }
* { box-sizing: border-box; margin: 0; }
body { min-height: 100vh; min-height: 100dvh; display: grid; grid-template-rows: 1fr auto; background: var(--ground); color: var(--ink); font: 17px/1.65 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere; }
main { width: min(100% - 40px, 680px); margin: 0 auto; padding: 64px 0; }
h1 { margin-bottom: 24px; padding-bottom: 16px; border-bottom: 4px solid var(--link); font-size: clamp(30px, 7vw, 44px); line-height: 1.15; }
p + p { margin-top: 18px; }
nav { display: flex; flex-wrap: wrap; gap: 0 18px; padding: 12px max(20px, 50% - 340px) 28px; border-top: 1px solid var(--line); }
a { display: inline-flex; align-items: center; min-height: 44px; color: var(--link); }
a[aria-current] { color: var(--soft); text-decoration: none; }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 3px; }
`;

const hash = createHash('sha256').update(STYLES).digest('base64');

/** The page has one style sheet, an empty icon and links, nothing else. */
export const STATIC_PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  'Cache-Control': 'no-cache',
};

const textsOf = (name: string, locale: LocaleTag): readonly string[] | null => {
  const page = PAGES.find((one) => one === name);
  const texts = linesOf(`page.${page ?? 'placeholder'}`);
  const lines = texts[locale] ?? texts[DEFAULT_LOCALE] ?? [];
  if (page) return lines;
  const game = GAMES.get(name.replace(/^(?:redeem|download)-/, ''));
  return game === undefined ? null : [game, ...lines];
};

const languages = (name: string, current: LocaleTag): string =>
  LOCALE_TAGS.map((locale) => {
    const mark = locale === current ? ' aria-current="page"' : '';
    return `<a href="/pages/${name}?locale=${locale}" lang="${locale}" hreflang="${locale}"${mark}>${LOCALES[locale]}</a>`;
  }).join('');

/** Renders a page of the publisher; English for an unsupported tag. Returns null if there is no such page. */
export const staticPage = (name: string, wanted: string): string | null => {
  const locale = isLocale(wanted) ? wanted : DEFAULT_LOCALE;
  const texts = textsOf(name, locale);
  if (!texts) return null;
  const [title = '', ...paragraphs] = texts.map(escaped);
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>${title} · ${escaped(brand.name)}</title><style>${STYLES}</style></head>
<body><main><h1>${title}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</main><nav aria-label="${LOCALES[locale]}">${languages(name, locale)}</nav></body>
</html>`;
};
