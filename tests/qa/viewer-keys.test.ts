import { describe, expect, test } from 'vitest';
import { actionOf, KEY_MAP } from '../../src/qa/viewer/key-map.ts';

const NONE = { ctrlKey: false, metaKey: false, altKey: false, defaultPrevented: false, target: null };

/** An element for which `closest` matches only these selectors. */
const inside = (...matching: readonly string[]): EventTarget =>
  ({ closest: (selector: string) => matching.some((part) => selector.includes(part)) }) as unknown as EventTarget;

describe('the keyboard map of the viewer (INSP-05)', () => {
  test('each key has one action, and each action a key', () => {
    const keys = KEY_MAP.flatMap((line) => line.keys);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { action, keys } of KEY_MAP) for (const key of keys) expect(actionOf({ ...NONE, key })).toBe(action);
    expect(actionOf({ ...NONE, key: 'q' })).toBe(null);
  });

  test('the letter with Shift is another key', () => {
    expect(actionOf({ ...NONE, key: 'j' })).toBe('step.next');
    expect(actionOf({ ...NONE, key: 'J' })).toBe('load.next');
  });

  test('keys of the browser and keys that a control has taken do nothing', () => {
    for (const part of ['ctrlKey', 'metaKey', 'altKey', 'defaultPrevented'])
      expect(actionOf({ ...NONE, key: 'j', [part]: true })).toBe(null);
  });

  test('no key is active in a field or a dialog', () => {
    for (const field of ['input:not', 'textarea', 'select', 'dialog', 'contenteditable'])
      for (const { keys } of KEY_MAP)
        expect(actionOf({ ...NONE, key: keys[0] ?? '', target: inside(field) })).toBe(null);
  });

  test('where the arrow keys scroll or choose, only the letters go on', () => {
    const target = inside('[tabindex="0"]');
    expect(actionOf({ ...NONE, key: 'ArrowRight', target })).toBe(null);
    expect(actionOf({ ...NONE, key: 'j', target })).toBe('step.next');
  });
});
