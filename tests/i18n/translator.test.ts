import { readFileSync } from 'node:fs';
import { languages } from 'virtual:i18n/bundles';
import fc from 'fast-check';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { describe, expect, test, vi } from 'vitest';
import { type Failure, failure } from '../../machines/kernel/failure.ts';
import { CODE } from '../../server/runtime/codes.ts';
import { LOCALE_TAGS, type LocaleTag } from '../../src/contract/locales.ts';
import { useFailureText } from '../../src/i18n/failure-text.ts';
import { createTranslator, type Translator } from '../../src/i18n/translator.ts';
import { placeholders, shownFiles } from '../locales/locale-files.ts';
import { REFERENCE_CODES } from '../support/api/fake-api.ts';
import { translatorIn } from '../support/views/translator.ts';

type Load = () => Promise<{ readonly texts: Readonly<Record<string, object>> }>;

const bundle = (word: string): Load => vi.fn(async () => ({ texts: { portal: { word } } }));
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

type Halves = Load | { readonly first: Load; readonly player: Load };

const withWhole = (halves: Halves) => {
  const { first, player } = 'first' in halves ? halves : { first: halves, player: noMore };
  const all: Load = async () => {
    const [before, after] = await Promise.all([first(), player()]);
    return { texts: { ...before.texts, ...after.texts } };
  };
  return { first, player, all };
};

const noMore: Load = async () => ({ texts: { portal: {} } });

const namespacesOf = async (tag: LocaleTag) => {
  const halves = languages[tag];
  const [first, player, all] = await Promise.all([halves.first(), halves.player(), halves.all()]);
  expect(all.texts).toEqual({ ...first.texts, ...player.texts });
  return { first: Object.keys(first.texts), player: Object.keys(player.texts) };
};

const translate = async (loaders: Partial<Record<LocaleTag, Halves>>, detected: LocaleTag = 'en-US') => {
  const shown: LocaleTag[] = [];
  const failed: LocaleTag[] = [];
  const remembered: LocaleTag[] = [];
  const translator = await createTranslator({
    onLocale: (tag) => shown.push(tag),
    onFailure: (tag) => failed.push(tag),
    loaders: Object.fromEntries(Object.entries(loaders).map(([tag, halves]) => [tag, withWhole(halves)])),
    detector: { detect: () => detected, remember: (tag) => void remembered.push(tag) },
  });
  const word = (): string => translator.i18n.getFixedT(null, 'portal')('word' as 'site');
  return { ...translator, shown, failed, remembered, word };
};

test('only the active language is loaded, without a fallback (I18N-04)', async () => {
  const [english, german] = [bundle('Home'), bundle('Start')];
  const { word, shown } = await translate({ 'en-US': english, 'de-DE': german }, 'de-DE');
  expect(word()).toBe('Start');
  expect(shown).toEqual(['de-DE']);
  expect(german).toHaveBeenCalledTimes(1);
  expect(english).not.toHaveBeenCalled();
});

test('a change applies immediately, is stored, and loads each language once (I18N-03)', async () => {
  const [english, german] = [bundle('Home'), bundle('Start')];
  const { word, shown, remembered, changeLocale } = await translate({ 'en-US': english, 'de-DE': german });
  expect(remembered).toEqual([]);
  await changeLocale('de-DE');
  expect(word()).toBe('Start');
  await changeLocale('en-US');
  await changeLocale('de-DE');
  expect(shown).toEqual(['en-US', 'de-DE', 'en-US', 'de-DE']);
  expect(remembered).toEqual(['de-DE', 'en-US', 'de-DE']);
  expect(german).toHaveBeenCalledTimes(1);
});

test('a language that fails to load is reported, and the current one stays (I18N-04, C50)', async () => {
  const { word, shown, failed, remembered, changeLocale } = await translate({
    'en-US': bundle('Home'),
    'de-DE': broken(),
  });
  await changeLocale('de-DE');
  expect(word()).toBe('Home');
  expect({ shown, failed, remembered }).toEqual({ shown: ['en-US'], failed: ['de-DE'], remembered: [] });
});

test('a first language that fails to load falls back to English (I18N-04, C50)', async () => {
  const { word, shown, failed } = await translate({ 'en-US': bundle('Home'), 'zh-CN': broken() }, 'zh-CN');
  expect(word()).toBe('Home');
  expect({ shown, failed }).toEqual({ shown: ['en-US'], failed: ['zh-CN'] });
});

test('rejects when no language can be loaded (I18N-04, C50)', async () => {
  await expect(translate({ 'en-US': broken(), 'de-DE': broken() }, 'de-DE')).rejects.toThrow(
    'no language could be loaded',
  );
});

test('the last of two changes wins, whichever loads first (I18N-03)', async () => {
  const german = deferred('Start');
  const chinese = deferred('首页');
  const { word, shown, remembered, changeLocale } = await translate({
    'en-US': bundle('Home'),
    'de-DE': german.load,
    'zh-CN': chinese.load,
  });
  const first = changeLocale('de-DE');
  const second = changeLocale('zh-CN');
  chinese.open();
  await second;
  german.open();
  await first;
  expect(word()).toBe('首页');
  expect({ shown, remembered }).toEqual({ shown: ['en-US', 'zh-CN'], remembered: ['zh-CN'] });
});

const player = (word: string): Load => vi.fn(async () => ({ texts: { order: { word } } }));
const orderWord = ({ i18n }: Pick<Translator, 'i18n'>): string => i18n.getFixedT(null, 'order')('word' as 'title');

test('the texts for signed-in players are loaded on request, once (I18N-04)', async () => {
  const more = player('Order');
  const translator = await translate({ 'en-US': { first: bundle('Home'), player: more } });
  expect(more).not.toHaveBeenCalled();
  await translator.complete();
  await translator.complete();
  expect(orderWord(translator)).toBe('Order');
  expect(more).toHaveBeenCalledTimes(1);
});

test('from then on a language is shown only when both halves are loaded (I18N-04)', async () => {
  const translator = await translate({
    'en-US': { first: bundle('Home'), player: player('Order') },
    'de-DE': { first: bundle('Start'), player: player('Bestellung') },
    'th-TH': { first: bundle('หน้าแรก'), player: broken() },
  });
  await translator.complete();
  await translator.changeLocale('de-DE');
  expect([translator.word(), orderWord(translator)]).toEqual(['Start', 'Bestellung']);
  await translator.changeLocale('th-TH');
  expect([translator.word(), orderWord(translator)]).toEqual(['Start', 'Bestellung']);
  expect(translator.failed).toEqual(['th-TH']);
});

test('a change in progress also loads the later half when it is requested (I18N-04)', async () => {
  const german = deferred('Start');
  const translator = await translate({
    'en-US': { first: bundle('Home'), player: player('Order') },
    'de-DE': { first: german.load, player: player('Bestellung') },
  });
  const change = translator.changeLocale('de-DE');
  const rest = translator.complete();
  german.open();
  await Promise.all([change, rest]);
  expect([translator.word(), orderWord(translator)]).toEqual(['Start', 'Bestellung']);
});

test('the later half can be requested again after a failure (I18N-04, C50)', async () => {
  const more = vi
    .fn<Load>()
    .mockRejectedValueOnce(new Error('chunk lost'))
    .mockResolvedValue({ texts: { order: { word: 'Order' } } });
  const translator = await translate({ 'en-US': { first: bundle('Home'), player: more } });
  await expect(translator.complete()).rejects.toMatchObject({ cause: new Error('chunk lost') });
  await translator.complete();
  expect(orderWord(translator)).toBe('Order');
});

test('each language has every namespace in one of its halves (I18N-04)', async () => {
  const english = await namespacesOf('en-US');
  const { page, ...texts } = JSON.parse(readFileSync('locales/en-US.json', 'utf8')) as Record<string, object>;
  expect(page).toBeDefined();
  expect([...english.first, ...english.player].sort()).toEqual(Object.keys(texts).sort());
  for (const tag of LOCALE_TAGS) expect(await namespacesOf(tag)).toEqual(english);
});

test('a player loads a language in one chunk, and later languages too (I18N-04)', async () => {
  const partsOf = (word: string) => ({ first: bundle(word), player: vi.fn(noMore), all: bundle(word) });
  const [english, german] = [partsOf('Home'), partsOf('Start')];
  const { changeLocale, complete } = await createTranslator({
    isPlayer: true,
    onLocale: () => {},
    onFailure: () => {},
    loaders: { 'en-US': english, 'de-DE': german },
    detector: { detect: () => 'en-US', remember: () => {} },
  });
  await complete();
  await changeLocale('de-DE');
  for (const { first, player, all } of [english, german])
    expect([first, player, all].map((load) => vi.mocked(load).mock.calls.length)).toEqual([0, 0, 1]);
});

const FailureText = (props: { readonly failure: Failure }): ReactNode => useFailureText()(props.failure);

const textIn = async (tag: LocaleTag) => {
  const { i18n } = await translatorIn(tag);
  return (shown: Failure): string => {
    const page = createElement(FailureText, { failure: shown });
    return renderToStaticMarkup(createElement(I18nextProvider, { i18n }, page)).replaceAll('&#x27;', "'");
  };
};

test.each(LOCALE_TAGS)('each code has its text in %s, whatever the server says (ERRS-05, I18N-01)', async (tag) => {
  const textOf = await textIn(tag);
  const texts = shownFiles.get(tag);
  for (const [code, reason] of Object.entries(REFERENCE_CODES))
    expect(textOf(failure(reason, { code: Number(code), msg: 'words of the server' }))).toBe(
      texts?.get(`errors:${reason}`),
    );
});

test("an unknown failure shows the server's message, or a generic text without one (ERRS-04)", async () => {
  const textOf = await textIn('en-US');
  const refused = failure('unknownError', { code: CODE.transitionRefused, msg: 'not from here' });
  expect(textOf(refused)).toBe('not from here');
  expect(textOf({ ...refused, msg: null })).toBe('Something went wrong. Try again.');
  expect(textOf({ ...refused, msg: '' })).toBe('Something went wrong. Try again.');
});

const HOSTILE = [
  '$t(portal:site)',
  '{{count}}',
  '<b>bold</b>',
  '&lt;',
  '$t(portal:site, {"a": "b"})',
  '{{- name}}',
  '%{x}',
];

describe.each(LOCALE_TAGS)('%s', (tag) => {
  const filled = [...(shownFiles.get(tag) ?? [])].filter(([, text]) =>
    placeholders(text).some((name) => name !== 'count'),
  );

  test('a hostile name appears unchanged in every text and is not interpreted (C52)', async () => {
    expect(filled.length).toBeGreaterThan(10);
    const { i18n } = await translatorIn(tag);
    const name = fc.oneof(fc.constantFrom(...HOSTILE), fc.string());
    fc.assert(
      fc.property(name, fc.constantFrom(...filled), (hostile, [key, text]) => {
        const names = placeholders(text).filter((one) => one !== 'count');
        const values = { count: 2, ...Object.fromEntries(names.map((one) => [one, hostile])) };
        const expected = text.replace(/\{\{(\w+)\}\}/g, (_, one: string) => (one === 'count' ? '2' : hostile));
        expect(String(i18n.t(key.replace(/_other$/, '') as 'site', values))).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });
});
