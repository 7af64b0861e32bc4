import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { LOCALE_TAGS, type LocaleTag } from '../../src/contract/locales.ts';
import { JAPANESE_WORDS, THAI_WORDS, VIETNAMESE_WORDS } from '../../vite/unbroken-words.ts';
import { shownFiles } from '../locales/locale-files.ts';

const WIDTHS = [160, 200, 260, 330];

const styles = ['tokens', 'base'].map((name) => readFileSync(`src/styles/${name}.css`, 'utf8')).join('\n');

const joined = (words: readonly string[], between: string, mark: string): string =>
  words.map((word) => word.replaceAll(between, mark)).join('|');

/** In headings and at the end of sentences. Elsewhere in a sentence, Chinese may break anywhere. */
const CHINESE_WORD = '(?:\\p{Script=Han}\\u2060)+\\p{Script=Han}';

/** What stays on one line: a number with its unit everywhere, and the words of a language without spaces between them. */
const WORDS: Partial<Readonly<Record<LocaleTag, string>>> = {
  'ja-JP': `[ァ-ヴー]{2,}|${joined(JAPANESE_WORDS, '|', '\\u2060?')}`,
  'ko-KR': '[가-힣]\\s(?:주세요|수\\s[있없])',
  'zh-CN': CHINESE_WORD,
  'zh-TW': CHINESE_WORD,
  'zh-HK': CHINESE_WORD,
  'th-TH': joined(THAI_WORDS, '|', '\\u2060?'),
  'vi-VN': joined(VIETNAMESE_WORDS, ' ', '\\s'),
};

/** A variable that is a number has a value that no text has. */
const filled = (text: string): string =>
  text
    .replaceAll(
      /\{\{(?:amount|was|is|points|missing|balance|id|target|item|title|game|message|host|zone|percent)\}\}/g,
      'Ada',
    )
    .replaceAll(/\{\{[^}]+\}\}/g, '35');

test('no language breaks a word or a number and its unit at any width (I18N-01, ROUTE-14)', async ({ page }) => {
  await page.setContent(`<style>${styles} p { font-size: 16px }</style><main></main>`);
  const broken: string[] = [];
  for (const tag of LOCALE_TAGS) {
    const texts = [...(shownFiles.get(tag) ?? [])].map(([key, text]) => [key, filled(text)] as const);
    const found = await page.evaluate(
      ({ tag, texts, widths, pattern }) => {
        document.documentElement.lang = tag;
        const main = document.querySelector('main') as HTMLElement;
        const words = new RegExp(pattern, 'giu');
        main.replaceChildren(
          ...texts.map(([, text]) => Object.assign(document.createElement('p'), { textContent: text })),
        );
        return widths.flatMap((width) => {
          main.style.width = `${width}px`;
          return [...main.children].flatMap((line, at) => {
            const node = line.firstChild as Text;
            const range = document.createRange();
            return [...node.data.matchAll(words)].flatMap(({ 0: word, index }) => {
              range.setStart(node, index);
              range.setEnd(node, index + word.length);
              const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
              const total = boxes.reduce((sum, box) => sum + box.width, 0);
              const lines = new Set(boxes.map((box) => Math.round(box.top))).size;
              return lines > 1 && total < width ? [`${tag} ${texts[at]?.[0]} at ${width}: ${word}`] : [];
            });
          });
        });
      },
      {
        tag,
        texts,
        widths: WIDTHS,
        pattern: ['\\d(?:[.,:]?\\d)*\\s?\\p{L}', WORDS[tag]].filter(Boolean).join('|'),
      },
    );
    broken.push(...found);
  }
  expect(broken).toEqual([]);
});
