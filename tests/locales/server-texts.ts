import { BONUS_POINTS, E_POINTS } from '../../server/ledger/point-purchase.ts';
import { articlesOf, BULLETINS } from '../../server/seed/content.seed.ts';
import { GOODS, PACKAGES } from '../../server/seed/goods.seed.ts';
import { HOME } from '../../server/seed/home.seed.ts';
import { linesOf } from '../../server/texts/server-texts.ts';
import { LOCALES } from '../../src/contract/locales.ts';

export type ServerText = readonly [path: string, text: string];

const textsByTag = new Map<string, ServerText[]>(Object.keys(LOCALES).map((tag) => [tag, []]));
const withoutMarkup = (text: string): string => text.replace(/<[^>]+>/g, ' ');

/** Collects texts under a BCP 47 tag at any depth. */
const gather = (value: unknown, path: string, tag: string | null): void => {
  if (typeof value === 'string' && tag !== null) textsByTag.get(tag)?.push([path, withoutMarkup(value)]);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) gather(inner, `${path}.${key}`, textsByTag.has(key) ? key : tag);
};

for (const page of ['about', 'agreement', 'contact', 'privacy', 'placeholder'] as const)
  gather(linesOf(`page.${page}`), page, null);
gather({ BULLETINS, GOODS, HOME, PACKAGES }, 'seed', null);
gather({ E_POINTS, BONUS_POINTS }, 'ledger', null);
gather(articlesOf(new Date(0)), 'articles', null);

/** Texts of articles, pages and goods in one language, without markup. */
export const serverTextsOf = (tag: string): readonly ServerText[] => textsByTag.get(tag) ?? [];
