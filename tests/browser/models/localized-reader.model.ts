import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { brand } from '../../support/brand.ts';

const PLAIN = 'AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpRrSsTtUuVvWwXxYyZz';
const ACCENTED = 'ÁáßḃÇçÐðÉéƑƒĜĝĤĥÍíĴĵĶķĻļṀṁÑñÓóṖṗŔŕŠšŢţÛûṼṽŴŵẊẋÝýŽž';
const accents = new Map([...PLAIN].map((letter, position) => [letter, [...ACCENTED][position] ?? letter]));

const OPENING = '⟦';
const CLOSING = '⟧';

/** A text that cannot be mistaken for hard-coded English: between brackets, with accents, a third longer; placeholders stay. */
const pseudo = (text: string): string => {
  const written = text
    .split(/(\{\{[^}]+\}\})/)
    .map((part) => (part.startsWith('{{') ? part : [...part].map((letter) => accents.get(letter) ?? letter).join('')));
  return `${OPENING}${written.join('')}${' ~'.repeat(Math.ceil(text.length / 6))}${CLOSING}`;
};

const pseudoTexts = (value: unknown): unknown => {
  if (typeof value === 'string') return pseudo(value);
  return Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [key, pseudoTexts(inner)]));
};

const SOURCE = new URL('../../../locales/en-US.json', import.meta.url);

/** The source of a language chunk with every namespace, in place of a real language's. */
const pseudoChunk = (): string =>
  `export const texts = ${JSON.stringify(pseudoTexts(JSON.parse(readFileSync(SOURCE, 'utf8'))))};`;

/** The locale whose texts are replaced; its numbers and dates stay. */
export const TAG = 'de-DE';

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat(TAG, { month: 'short' }).format(new Date(2026, month)).slice(0, 3),
).join('|');
/** Text of no locale file: masked names, countries with their codes, the publisher's name, currencies, units, and German date formats. */
const NAMES = new RegExp(
  `^[^${OPENING}]+ \\+\\d+$|\\S*•\\S*|${brand.name.split(' ').join('|')}|US\\$|\\bUSD\\b|\\bEP\\b|\\bUTC\\b|\\bUhr\\b|\\bHeute\\b|\\b(?:${MONTHS})\\p{L}*`,
  'gu',
);

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

/** The text outside of brackets, which can be nested. */
const outside = (text: string): string => {
  let depth = 0;
  return [...text]
    .filter((letter) => {
      if (letter === OPENING) depth += 1;
      const isOutside = depth === 0;
      if (letter === CLOSING) depth -= 1;
      return isOutside;
    })
    .join('');
};

/** Marks every translated text of the pages that open from now on in the locale of `TAG`. */
export const showPseudoTexts = async (page: Page): Promise<void> => {
  await page.route(new RegExp(`/${TAG}\\.(?:bundle|player|all)[^/]*\\.js$`), (route) =>
    route.fulfill({ contentType: 'text/javascript', body: pseudoChunk() }),
  );
};

const readAll = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const spoken = ['aria-label', 'aria-description', 'aria-roledescription', 'alt', 'title', 'placeholder'];
    const found = [document.title];
    const isForeign = (element: Element | null): boolean =>
      Boolean(element?.closest('option[lang], script, style, noscript'));
    // A text with an order number is three elements.
    const wholes = [...document.querySelectorAll('.unbroken')].flatMap(({ parentElement }) => parentElement ?? []);
    const textOf = (node: Node) => (wholes.find((whole) => whole.contains(node)) ?? node).textContent ?? '';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!isForeign(node.parentElement)) found.push(textOf(node));
    for (const element of document.body.querySelectorAll('*'))
      if (!isForeign(element)) found.push(...spoken.map((name) => element.getAttribute(name) ?? ''));
    return found.filter((text) => text.trim() !== '');
  });

const WORD = /\p{L}{2,}/u;
const NUMBER = /\d(?:[\d.,]*\d)?/g;

/** The texts on the screen that are neither translated nor part of `data`. The page may put a sum in place of a number. */
export const hardCodedTexts = async (page: Page, data: unknown): Promise<readonly string[]> => {
  const known = [...new Set([...stringsIn(data)].flatMap((value) => [value, value.replace(NUMBER, '').trim()]))]
    .filter((value) => value.length > 1)
    .toSorted((one, other) => other.length - one.length);
  const isHardCoded = (text: string): boolean => {
    const bare = outside(text);
    // Without the known values it has fewer words, never more, and most texts have none.
    if (!WORD.test(bare)) return false;
    const rest = known.reduce((left, value) => left.replaceAll(value, ' '), bare).replace(NAMES, ' ');
    return WORD.test(rest);
  };
  const texts = [...new Set(await readAll(page))];
  if (!texts.some((text) => text.includes(OPENING))) return ['nothing is translated'];
  return texts.filter(isHardCoded);
};
