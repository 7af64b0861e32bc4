import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { LOCALE_TAGS, type LocaleTag } from '../../src/contract/locales.ts';
import type { BundleLoaders } from '../../src/i18n/bundle-loaders.ts';
import { bundleLoaders } from '../../src/i18n/bundle-loaders.ts';
import { createTranslator, type Translator } from '../../src/i18n/translator.ts';

type Load = () => Promise<{ readonly texts: Readonly<Record<string, object>> }>;

const bundle = (word: string): Load => vi.fn(async () => ({ texts: { portal: { word, hello: 'Hi {{name}}' } } }));
const broken = (): Load => vi.fn(() => Promise.reject(new Error('chunk lost')));

const deferred = (word: string) => {
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

type Halves = Load | { readonly first: Load; readonly later: Load };

const withWhole = (halves: Halves) => {
  const { first, later } = 'first' in halves ? halves : { first: halves, later: noMore };
  const whole: Load = async () => {
    const [before, after] = await Promise.all([first(), later()]);
    return { texts: { ...before.texts, ...after.texts } };
  };
  return { first, later, whole };
};

const noMore: Load = async () => ({ texts: { portal: {} } });

const namespacesOf = async (tag: LocaleTag) => {
  const halves = bundleLoaders.get(tag);
  if (!halves) throw new Error(`${tag} is not offered`);
  const [first, later, whole] = await Promise.all([halves.first(), halves.later(), halves.whole()]);
  expect(whole.texts).toEqual({ ...first.texts, ...later.texts });
  return { first: Object.keys(first.texts), later: Object.keys(later.texts) };
};

const translate = async (loaders: readonly (readonly [LocaleTag, Halves])[], detected: LocaleTag = 'en-US') => {
  const shown: LocaleTag[] = [];
  const failed: LocaleTag[] = [];
  const remembered: LocaleTag[] = [];
  const translator = await createTranslator({
    onLocale: (tag) => shown.push(tag),
    onFailure: (tag) => failed.push(tag),
    loaders: new Map(loaders.map(([tag, halves]) => [tag, withWhole(halves)])) satisfies BundleLoaders,
    detector: { detect: () => detected, remember: (tag) => void remembered.push(tag) },
  });
  const word = (): string => translator.i18n.getFixedT(null, 'portal')('word' as 'site');
  return { ...translator, shown, failed, remembered, word };
};

test('I18N-04 · only the active language is loaded, without a fallback', async () => {
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

test('I18N-03 · a change applies immediately, is stored, and loads each language once', async () => {
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

test('I18N-04 C50 · a language that fails to load is reported, and the current one stays', async () => {
  const { word, shown, failed, remembered, changeLocale } = await translate([
    ['en-US', bundle('Home')],
    ['de-DE', broken()],
  ]);
  await changeLocale('de-DE');
  expect(word()).toBe('Home');
  expect({ shown, failed, remembered }).toEqual({ shown: ['en-US'], failed: ['de-DE'], remembered: [] });
});

test('I18N-04 C50 · a first language that fails to load falls back to English', async () => {
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

test('I18N-04 C50 · rejects when no language can be loaded', async () => {
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

test('I18N-03 · the last of two changes wins, whichever loads first', async () => {
  const german = deferred('Start');
  const chinese = deferred('首页');
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

test('C52 · untrusted names are plain text: nested keys, placeholders and markup are not interpreted', async () => {
  const { i18n } = await translate([['en-US', bundle('Home')]]);
  const hello = (name: string): string => i18n.getFixedT(null, 'portal')('hello' as 'site', { name });
  expect(hello('$t(word)')).toBe('Hi $t(word)');
  expect(hello('{{name}}')).toBe('Hi {{name}}');
  expect(hello('<b>&amp;')).toBe('Hi <b>&amp;');
});

const later = (word: string): Load => vi.fn(async () => ({ texts: { order: { word } } }));
const orderWord = ({ i18n }: Pick<Translator, 'i18n'>): string => i18n.getFixedT(null, 'order')('word' as 'title');

test('I18N-04 · the texts for signed-in players are loaded on request, once', async () => {
  const more = later('Order');
  const translator = await translate([['en-US', { first: bundle('Home'), later: more }]]);
  expect(more).not.toHaveBeenCalled();
  await translator.complete();
  await translator.complete();
  expect(orderWord(translator)).toBe('Order');
  expect(more).toHaveBeenCalledTimes(1);
});

test('I18N-04 · from then on a language is shown only when both halves are loaded', async () => {
  const translator = await translate([
    ['en-US', { first: bundle('Home'), later: later('Order') }],
    ['de-DE', { first: bundle('Start'), later: later('Bestellung') }],
    ['th-TH', { first: bundle('หน้าแรก'), later: broken() }],
  ]);
  await translator.complete();
  await translator.changeLocale('de-DE');
  expect([translator.word(), orderWord(translator)]).toEqual(['Start', 'Bestellung']);
  await translator.changeLocale('th-TH');
  expect([translator.word(), orderWord(translator)]).toEqual(['Start', 'Bestellung']);
  expect(translator.failed).toEqual(['th-TH']);
});

test('I18N-04 · a change in progress also loads the later half when it is requested', async () => {
  const german = deferred('Start');
  const translator = await translate([
    ['en-US', { first: bundle('Home'), later: later('Order') }],
    ['de-DE', { first: german.load, later: later('Bestellung') }],
  ]);
  const change = translator.changeLocale('de-DE');
  const rest = translator.complete();
  german.open();
  await Promise.all([change, rest]);
  expect([translator.word(), orderWord(translator)]).toEqual(['Start', 'Bestellung']);
});

test('I18N-04 C50 · the later half can be requested again after a failure', async () => {
  const more = vi
    .fn<Load>()
    .mockRejectedValueOnce(new Error('chunk lost'))
    .mockResolvedValue({ texts: { order: { word: 'Order' } } });
  const translator = await translate([['en-US', { first: bundle('Home'), later: more }]]);
  await expect(translator.complete()).rejects.toMatchObject({ cause: new Error('chunk lost') });
  await translator.complete();
  expect(orderWord(translator)).toBe('Order');
});

test('I18N-04 · each language has every namespace in one of its halves', async () => {
  const english = await namespacesOf('en-US');
  const { page, ...later } = JSON.parse(readFileSync('locales/en-US.json', 'utf8')) as Record<string, object>;
  expect(page).toBeDefined();
  expect([...english.first, ...english.later].sort()).toEqual(Object.keys(later).sort());
  for (const tag of LOCALE_TAGS) expect(await namespacesOf(tag)).toEqual(english);
});

test('I18N-04 · a player loads a language in one chunk, and later languages too', async () => {
  const partsOf = (word: string) => ({ first: bundle(word), later: vi.fn(noMore), whole: bundle(word) });
  const [english, german] = [partsOf('Home'), partsOf('Start')];
  const { changeLocale, complete } = await createTranslator({
    isPlayer: true,
    onLocale: () => {},
    onFailure: () => {},
    loaders: new Map([
      ['en-US', english],
      ['de-DE', german],
    ] as const),
    detector: { detect: () => 'en-US', remember: () => {} },
  });
  await complete();
  await changeLocale('de-DE');
  for (const { first, later, whole } of [english, german])
    expect([first, later, whole].map((load) => vi.mocked(load).mock.calls.length)).toEqual([0, 0, 1]);
});
