import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LOCALE_TAGS } from '../../src/contract/locales.ts';
import { placeholders, shownFiles } from '../locales/locale-files.ts';
import { translatorIn } from '../support/views/translator.ts';

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
