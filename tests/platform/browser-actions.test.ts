import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import type { Browser } from '../../src/platform/browser.ts';
import { createBrowserActions } from '../../src/platform/browser-actions.ts';
import { createSafeStorage } from '../../src/platform/safe-storage.ts';
import { createVault } from '../../src/platform/secrets.ts';
import { createServerClock } from '../../src/platform/server-clock.ts';
import { createUuidGenerator } from '../../src/platform/uuid.ts';
import { createFakeTab } from '../support/browser/fake-browser.ts';

const harness = (stored: Record<string, string> = {}, own: Partial<Browser> = {}) => {
  const clock = createServerClock({ monotonic: () => 5, wall: () => 1_000 });
  const tab = createFakeTab();
  for (const [key, value] of Object.entries(stored)) tab.browser.localStorage.setItem(key, value);
  const newKey = createUuidGenerator(tab.browser);
  const vault = createVault(newKey);
  const store = createSafeStorage([() => tab.browser.localStorage]);
  const browserActions = createBrowserActions({ browser: { ...tab.browser, ...own }, store, clock, vault });
  return { tab, browserActions, newKey, vault, clock };
};

test('window implements the Browser type', () => {
  expectTypeOf<Window & typeof globalThis>().toExtend<Browser>();
  expect(createFakeTab().browser.navigator.onLine).toBe(true);
});

describe('browser actions', () => {
  test('each key is a new UUID v4 (RCHG-10)', () => {
    const keys = Array.from({ length: 200 }, harness().newKey);
    expect(new Set(keys).size).toBe(200);
    for (const key of keys)
      expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('a secret can be taken once, and newer ones replace old ones (SESS-01)', () => {
    const { browserActions, vault } = harness();
    const ref = browserActions.storeSecret('Demo-1234');
    expect(ref).not.toContain('Demo');
    expect([vault.take(ref), vault.take(ref), vault.take('unknown')]).toEqual(['Demo-1234', null, null]);
    const refs = ['a', 'b', 'c', 'd', 'e'].map(browserActions.storeSecret);
    expect(refs.map(vault.take)).toEqual([null, 'b', 'c', 'd', 'e']);
  });

  test('the theme is stored and set on the root element, and garbage means system', () => {
    const { tab, browserActions } = harness({ theme: 'dark' });
    expect([browserActions.theme.current(), tab.dataset['theme']]).toEqual(['dark', 'dark']);
    browserActions.theme.change('light');
    expect([browserActions.theme.current(), tab.dataset['theme'], tab.profile.local.dump()['theme']]).toEqual([
      'light',
      'light',
      'light',
    ]);
    browserActions.theme.change('system');
    expect([browserActions.theme.current(), tab.dataset['theme'], tab.profile.local.dump()]).toEqual([
      'system',
      undefined,
      {},
    ]);
    expect(harness({ theme: '<script>' }).browserActions.theme.current()).toBe('system');
  });

  test('each change of the theme is reported to its subscribers until they leave', () => {
    const { theme } = harness().browserActions;
    const listener = vi.fn();
    const unsubscribe = theme.subscribe(listener);
    theme.change('light');
    unsubscribe();
    theme.change('dark');
    expect(listener).toHaveBeenCalledOnce();
  });

  test('copies text, and says when the clipboard refuses or is missing (RCHG-22)', async () => {
    const { tab, browserActions } = harness();
    expect([await browserActions.copyText('O-1'), tab.clipboard]).toEqual([true, ['O-1']]);
    const refusing = { writeText: () => Promise.reject(new Error('denied')) };
    for (const clipboard of [{ clipboard: refusing }, {}]) {
      const { copyText } = harness({}, { navigator: { onLine: true, ...clipboard } }).browserActions;
      expect(await copyText('x')).toBe(false);
    }
  });

  test('a server time is converted to device time, even if the device clock is wrong', () => {
    const { browserActions, clock } = harness();
    clock.adopt([{ sentAt: 5, receivedAt: 5, serverMs: 3_601_000 }]);
    expect([browserActions.serverNow(), browserActions.toDeviceTime(3_601_300)]).toEqual([3_601_000, 1_300]);
  });
});
