import { afterEach, expect, test, vi } from 'vitest';
import { createLocaleDetector } from '../../src/i18n/translator.ts';
import { createFakeStore } from '../support/browser/fake-browser.ts';

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

test.each(['forbidden', 'full'] as const)(
  'a storage that is %s does not affect the language choice (I18N-02)',
  (mood) => {
    const { detector, localStorage } = inBrowser(['de']);
    localStorage.mood = mood;
    expect(detector.detect()).toBe('de-DE');
    expect(() => detector.remember('zh-CN')).not.toThrow();
  },
);
