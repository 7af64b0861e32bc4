import { afterEach, describe, expect, test, vi } from 'vitest';
import { LOCALE_TAGS } from '../../src/contract/locales.ts';
import { chooseLocale, nearestLocale } from '../../src/i18n/locales.ts';
import { createLocaleDetector } from '../../src/i18n/translator.ts';
import { createFakeStore } from '../support/browser/fake-browser.ts';

const SPECIFIED = ['en-US', 'zh-CN', 'zh-TW', 'zh-HK', 'th-TH', 'ja-JP', 'vi-VN', 'ko-KR', 'de-DE'];

test('every specified language is known (I18N-02)', () => {
  expect(LOCALE_TAGS).toEqual(expect.arrayContaining(SPECIFIED));
});

describe('a language tag is matched to the nearest locale (I18N-02)', () => {
  test.each([
    ['zh-Hant-MO', 'zh-HK'],
    ['zh_TW', 'zh-TW'],
    ['"de-DE"', 'de-DE'],
    ['zh_Hant_HK', 'zh-HK'],
    ['ZH-hans-cn', 'zh-CN'],
    ["'ko_KR'", 'ko-KR'],
    ['vi_VN@euro', 'vi-VN'],
    ['English', null],
    ['zh', 'zh-CN'],
    ['de-AT', 'de-DE'],
    ['zh-Hans-HK', 'zh-CN'],
    ['zh-Hant', 'zh-TW'],
    ['yue', 'zh-HK'],
    ['th', 'th-TH'],
    ['pt-BR', null],
    ['', null],
    ['<script>', null],
    ['constructor', null],
    ['en_US.UTF-8', 'en-US'],
  ])('%s → %s', (tag, expected) => {
    expect(nearestLocale(tag)).toBe(expected);
  });
});

test('the first supported tag wins; English when none is supported (I18N-02)', () => {
  expect(chooseLocale(['pt-BR'])).toBe('en-US');
  expect(chooseLocale(['pt-BR', 'de-CH', 'en'])).toBe('de-DE');
  expect(chooseLocale([])).toBe('en-US');
  expect(chooseLocale(['garbage!', 'zh-Hant-MO'])).toBe('zh-HK');
});

const inBrowser = (languages: readonly string[], stored: Record<string, string> = {}) => {
  const localStorage = createFakeStore(stored);
  vi.stubGlobal('window', { localStorage });
  vi.stubGlobal('navigator', { languages });
  return { localStorage, detector: createLocaleDetector() };
};

afterEach(() => vi.unstubAllGlobals());

test.each(['null', '"de-DE"', '<img src=x>', '../../etc', '🦉', 'x'.repeat(5_000)])(
  'an invalid stored language (%.20s) is ignored (C58)',
  (garbage) => {
    expect(inBrowser(['de-AT'], { i18nextLng: garbage }).detector.detect()).toBe('de-DE');
  },
);

test('a choice is stored as i18nextLng (I18N-03)', () => {
  const { detector, localStorage } = inBrowser(['en']);
  expect(localStorage.dump()).toEqual({});
  detector.remember('de-DE');
  expect(localStorage.getItem('i18nextLng')).toBe('de-DE');
});

test.each(['forbidden', 'full'] as const)('a storage that is %s does not affect the language (I18N-02)', (mood) => {
  const { detector, localStorage } = inBrowser(['de']);
  localStorage.mood = mood;
  expect(detector.detect()).toBe('de-DE');
  expect(() => detector.remember('zh-CN')).not.toThrow();
});
