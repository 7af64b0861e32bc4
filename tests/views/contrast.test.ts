import { describe, expect, test } from 'vitest';
import { contrast, dark, light, lightBySystem, tooWeak } from '../support/browser/contrast.ts';

const GROUNDS = ['bg', 'bg-sunken', 'surface', 'surface-2', 'field'] as const;
const STATUS = ['info', 'success', 'warning', 'error'] as const;

/** Text on background: at least 4.5 : 1. */
const TEXT: readonly (readonly [string, string])[] = [
  ...['ink', 'ink-2', 'ink-3', 'accent', 'money', ...STATUS].flatMap((text) =>
    GROUNDS.map((ground) => [text, ground] as const),
  ),
  ...STATUS.flatMap((tone) => [[tone, `${tone}-soft`] as const, ['ink', `${tone}-soft`] as const]),
  ...['ink', 'ink-2', 'ink-3', 'accent', 'money'].map((text) => [text, 'accent-soft'] as const),
  ['on-accent', 'accent-fill'],
  ['on-accent', 'accent-fill-hover'],
  ['on-money', 'money-fill'],
  ['on-money', 'money-fill-hover'],
];

/** Edges of controls and the focus ring on background: at least 3 : 1. */
const EDGES: readonly (readonly [string, string])[] = ['line-strong', 'focus', 'accent'].flatMap((edge) =>
  GROUNDS.map((ground) => [edge, ground] as const),
);

describe.each([
  ['dark', dark],
  ['light', light],
] as const)('colors of the %s theme', (_, tokens) => {
  test('text has enough contrast on every background', () => {
    expect(tooWeak(tokens, TEXT, 4.5)).toEqual([]);
  });

  test('edges of controls and the focus ring have enough contrast', () => {
    expect(tooWeak(tokens, EDGES, 3)).toEqual([]);
  });
});

test('the contrast of known pairs is right', () => {
  expect(contrast('oklch(1 0 0)', 'oklch(0 0 0)')).toBeCloseTo(21, 3);
  expect(contrast('oklch(0.627955 0.257683 29.233885)', 'oklch(1 0 0)')).toBeCloseTo(3.998, 2);
});

test('the light theme has the same colors by choice and by system setting', () => {
  expect(lightBySystem).toEqual(light);
  expect(light.size).toBeGreaterThan(25);
});
