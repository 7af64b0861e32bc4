import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../src/contract/locales.ts';

const read = (locale: string, namespace: string): unknown =>
  JSON.parse(readFileSync(`locales/${locale}.json`, 'utf8'))[namespace];

const textsUnder = (tree: unknown, path: readonly string[]): readonly string[] => {
  const branch = path.reduce<unknown>(
    (node, key) =>
      typeof node === 'object' && node !== null ? Object.entries(node).find(([name]) => name === key)?.[1] : null,
    tree,
  );
  return typeof branch === 'object' && branch !== null ? Object.values(branch).map(String) : [];
};

describe.each(Object.keys(LOCALES))('%s', (locale) => {
  test('D9 C41 ORDR-05 · each status, also an unknown one, has its own label, and no two explanations are the same', () => {
    const order = read(locale, 'order');
    const payment = read(locale, 'payment');
    const labels = textsUnder(order, ['label']);
    const otherResults = [textsUnder(payment, ['credited'])[0], textsUnder(payment, ['refunded'])[2]];
    const hints = [...textsUnder(order, ['hint']), ...otherResults];
    expect([labels.length, hints.length]).toEqual([7, 12]);
    expect([new Set(labels).size, new Set(hints).size]).toEqual([7, 12]);
  });

  test('C41 · each line of the timeline and each result has its own text', () => {
    const payment = read(locale, 'payment');
    const lines = textsUnder(payment, ['timeline']);
    expect(lines.length).toBeGreaterThan(9);
    expect(new Set(lines).size).toBe(lines.length);
    const results = ['paid', 'delivered', 'overdue', 'failed', 'refunded', 'unknown'].map(
      (name) => textsUnder(payment, [name])[0],
    );
    expect(new Set(results).size).toBe(6);
  });
});
