import { readFileSync } from 'node:fs';

const PLAIN = 'AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpRrSsTtUuVvWwXxYyZz';
const ACCENTED = 'ÁáßḃÇçÐðÉéƑƒĜĝĤĥÍíĴĵĶķĻļṀṁÑñÓóṖṗŔŕŠšŢţÛûṼṽŴŵẊẋÝýŽž';
const accents = new Map([...PLAIN].map((letter, position) => [letter, [...ACCENTED][position] ?? letter]));

export const OPENING = '⟦';
export const CLOSING = '⟧';

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
export const pseudoChunk = (): string =>
  `export const texts = ${JSON.stringify(pseudoTexts(JSON.parse(readFileSync(SOURCE, 'utf8'))))};`;
