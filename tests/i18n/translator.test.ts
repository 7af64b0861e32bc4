import { expect, test, vi } from 'vitest';
import type { BundleLoaders } from '../../src/i18n/bundle-loaders.ts';
import { bundleLoaders, offeredLocales } from '../../src/i18n/bundle-loaders.ts';
import type { LocaleTag } from '../../src/i18n/locales.ts';
import { createTranslator } from '../../src/i18n/translator.ts';

type Load = () => Promise<{ readonly texts: { readonly portal: object } }>;

const bundle = (word: string): Load => vi.fn(async () => ({ texts: { portal: { word, hello: 'Hi {{name}}' } } }));
const broken = (): Load => vi.fn(() => Promise.reject(new Error('chunk lost')));

const held = (word: string) => {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const load: Load = async () => {
    await gate;
    return { texts: { portal: { word } } };
  };
  return { load, open: () => open() };
};

const translate = async (loaders: readonly (readonly [LocaleTag, Load])[], detected: LocaleTag = 'en-US') => {
  const shown: LocaleTag[] = [];
  const failed: LocaleTag[] = [];
  const remembered: LocaleTag[] = [];
  const translator = await createTranslator({
    onLocale: (tag) => shown.push(tag),
    onFailure: (tag) => failed.push(tag),
    loaders: new Map(loaders) satisfies BundleLoaders,
    detector: { detect: () => detected, remember: (tag) => void remembered.push(tag) },
  });
  const word = (): string => translator.i18n.getFixedT(null, 'portal')('word' as 'site');
  return { ...translator, shown, failed, remembered, word };
};

test('I18N-04 · only the active language is loaded, and no fallback beside it', async () => {
  const [english, german] = [bundle('Home'), bundle('Start')];
  const { word, shown } = await translate(
    [
      ['en-US', english],
      ['de-DE', german],
    ],
    'de-DE',
  );
  expect(word()).toBe('Start');
  expect(shown).toEqual(['de-DE']);
  expect(german).toHaveBeenCalledTimes(1);
  expect(english).not.toHaveBeenCalled();
});

test('I18N-03 · a change takes effect at once, is remembered, and loads each language a single time', async () => {
  const [english, german] = [bundle('Home'), bundle('Start')];
  const { word, shown, remembered, changeLocale } = await translate([
    ['en-US', english],
    ['de-DE', german],
  ]);
  expect(remembered).toEqual([]);
  await changeLocale('de-DE');
  expect(word()).toBe('Start');
  await changeLocale('en-US');
  await changeLocale('de-DE');
  expect(shown).toEqual(['en-US', 'de-DE', 'en-US', 'de-DE']);
  expect(remembered).toEqual(['de-DE', 'en-US', 'de-DE']);
  expect(german).toHaveBeenCalledTimes(1);
});

test('I18N-04 C50 · a language that cannot be loaded leaves the current one and is reported', async () => {
  const { word, shown, failed, remembered, changeLocale } = await translate([
    ['en-US', bundle('Home')],
    ['de-DE', broken()],
  ]);
  await changeLocale('de-DE');
  expect(word()).toBe('Home');
  expect({ shown, failed, remembered }).toEqual({ shown: ['en-US'], failed: ['de-DE'], remembered: [] });
});

test('I18N-04 C50 · a first language that cannot be loaded gives way to English', async () => {
  const { word, shown, failed } = await translate(
    [
      ['en-US', bundle('Home')],
      ['zh-CN', broken()],
    ],
    'zh-CN',
  );
  expect(word()).toBe('Home');
  expect({ shown, failed }).toEqual({ shown: ['en-US'], failed: ['zh-CN'] });
});

test('I18N-04 C50 · when nothing can be loaded the caller hears it', async () => {
  await expect(
    translate(
      [
        ['en-US', broken()],
        ['de-DE', broken()],
      ],
      'de-DE',
    ),
  ).rejects.toThrow('no language could be loaded');
});

test('I18N-03 · of two changes in a row the last one holds, whichever arrives first', async () => {
  const german = held('Start');
  const chinese = held('首页');
  const { word, shown, remembered, changeLocale } = await translate([
    ['en-US', bundle('Home')],
    ['de-DE', german.load],
    ['zh-CN', chinese.load],
  ]);
  const first = changeLocale('de-DE');
  const second = changeLocale('zh-CN');
  chinese.open();
  await second;
  german.open();
  await first;
  expect(word()).toBe('首页');
  expect({ shown, remembered }).toEqual({ shown: ['en-US', 'zh-CN'], remembered: ['zh-CN'] });
});

test('C52 · names from outside are text: neither nested keys nor placeholders nor markup in them are read', async () => {
  const { i18n } = await translate([['en-US', bundle('Home')]]);
  const hello = (name: string): string => i18n.getFixedT(null, 'portal')('hello' as 'site', { name });
  expect(hello('$t(word)')).toBe('Hi $t(word)');
  expect(hello('{{name}}')).toBe('Hi {{name}}');
  expect(hello('<b>&amp;')).toBe('Hi <b>&amp;');
});

test('I18N-04 · each language is one bundle with every namespace', async () => {
  const names = await Promise.all(
    [...bundleLoaders].map(async ([tag, load]) => [tag, Object.keys((await load()).texts)] as const),
  );
  expect(names.map(([tag]) => tag)).toEqual(offeredLocales);
  for (const [tag, namespaces] of names)
    expect({ tag, namespaces }).toEqual({
      tag,
      namespaces: ['errors', 'notices', 'order', 'payment', 'portal', 'recharge', 'session'],
    });
});
