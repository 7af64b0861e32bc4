import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskId, playerText } from '../../src/views/order/player-name.view.tsx';

test.each([
  ['1', '••••1'],
  ['12345', '••••45'],
  ['1234567', '••••567'],
  ['12345678', '12••••678'],
  ['100200300400', '10••••0400'],
  ['role-0000000001', 'ro••••0001'],
])('id %s is shown as %s (RCHG-19)', (id, masked) => {
  expect(maskId(id)).toBe(masked);
});

test('a masked id never shows the whole id; ids with different ends look different (RCHG-19)', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9a-z]{4,32}$/), (id) => {
      const shown = maskId(id).replace(/•/g, '');
      expect(shown.length).toBeLessThan(id.length);
      expect(id.endsWith(shown.slice(id.length >= 8 ? 2 : 0))).toBe(true);
    }),
  );
});

test.each([
  ['  Lumi\u0000\u0007 ', 'Lumi'],
  ['\u202eimuL', 'imuL'],
  ['a\u0301', 'á'],
  ['👩‍👩‍👧‍👦x', '👩‍👩‍👧‍👦x'],
])('the name %j is shown as %j (C53)', (name, shown) => {
  expect(playerText(name)).toBe(shown);
});

test('combining marks are capped at three, names at 64 graphemes (C53)', () => {
  expect(playerText(`Z${'\u0315'.repeat(40)}o`)).toBe(`Z${'\u0315'.repeat(3)}o`);
  expect(playerText('👩‍👩‍👧‍👦'.repeat(70))).toBe(`${'👩‍👩‍👧‍👦'.repeat(64)}…`);
  expect(playerText('👩‍👩‍👧‍👦'.repeat(64))).toBe('👩‍👩‍👧‍👦'.repeat(64));
  expect(playerText('x'.repeat(64))).toBe('x'.repeat(64));
  expect(playerText('x'.repeat(65))).toBe(`${'x'.repeat(64)}…`);
});
