import { expect, test } from 'vitest';
import { formatTime } from '../../src/i18n/formats.ts';

const AFTERNOON = Date.UTC(2026, 10, 22, 14, 5);

test.each([
  ['en-US', '2:05 PM'],
  ['de-DE', '14:05'],
  ['zh-TW', '14:05'],
  ['ko-KR', '14:05'],
  ['th-TH', '14:05'],
])('a time in %s is %s (I18N-03)', (locale, text) => {
  expect(formatTime(AFTERNOON, locale)).not.toContain(' ');
  expect(formatTime(AFTERNOON, locale).replaceAll(/\s/g, ' ')).toBe(text);
});
