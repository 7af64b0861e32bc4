import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import type { Browser } from '../../src/platform/browser.ts';
import { createGestures } from '../../src/platform/gestures.ts';
import { createPaymentWindows } from '../../src/platform/payment-windows.ts';
import { createServerClock } from '../../src/platform/server-clock.ts';
import { createTextStore } from '../../src/platform/text-store.ts';
import { createUuid } from '../../src/platform/uuid.ts';
import { createVault } from '../../src/platform/vault.ts';
import type { Gestures } from '../../src/views/portal/portal.context.tsx';
import { createFakeTab } from '../support/fake-browser.ts';

const rig = (stored: Record<string, string> = {}) => {
  const tab = createFakeTab();
  for (const [key, value] of Object.entries(stored)) tab.browser.localStorage.setItem(key, value);
  const newKey = createUuid(tab.browser);
  const changeLocale = vi.fn();
  const vault = createVault(newKey);
  const gestures: Gestures = createGestures({
    browser: tab.browser,
    store: createTextStore([() => tab.browser.localStorage]),
    windows: createPaymentWindows({
      open: tab.browser.open,
      newRef: newKey,
      preparing: () => ({ lang: 'en-US', title: '', text: '' }),
      draw: () => {},
    }),
    clock: createServerClock({ monotonic: () => 5, wall: () => 1_000 }),
    vault,
    newKey,
    changeLocale,
    readServiceLink: () => 'https://help.example/',
    appVersion: '1.2.3',
  });
  return { tab, gestures, vault, changeLocale };
};

test('the browser’s own window fits what the platform asks for', () => {
  expectTypeOf<Window & typeof globalThis>().toExtend<Browser>();
  expect(createFakeTab().browser.navigator.onLine).toBe(true);
});

describe('what a click does itself', () => {
  test('RCHG-10 · each key is a new UUID v4', () => {
    const { gestures } = rig();
    const keys = Array.from({ length: 200 }, gestures.newKey);
    expect(new Set(keys).size).toBe(200);
    for (const key of keys)
      expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('RCHG-11 · opens the payment window and hands out its reference only', () => {
    const { tab, gestures } = rig();
    expect(gestures.openPaymentWindow()).toEqual(expect.any(String));
    tab.state.blocksPopups = true;
    expect(gestures.openPaymentWindow()).toBeNull();
  });

  test('SESS-01 · a secret can be taken once; newer ones push old ones out', () => {
    const { gestures, vault } = rig();
    const ref = gestures.keepSecret('Demo-1234');
    expect(ref).not.toContain('Demo');
    expect([vault.take(ref), vault.take(ref), vault.take('unknown')]).toEqual(['Demo-1234', null, null]);
    const refs = ['a', 'b', 'c', 'd', 'e'].map(gestures.keepSecret);
    expect(refs.map(vault.take)).toEqual([null, 'b', 'c', 'd', 'e']);
  });

  test('the theme is stored, stands on the root element, and garbage reads as the system’s', () => {
    const { tab, gestures } = rig({ theme: 'dark' });
    expect([gestures.theme.current(), tab.dataset['theme']]).toEqual(['dark', 'dark']);
    gestures.theme.change('light');
    expect([gestures.theme.current(), tab.dataset['theme'], tab.profile.local.dump()['theme']]).toEqual([
      'light',
      'light',
      'light',
    ]);
    gestures.theme.change('system');
    expect([gestures.theme.current(), tab.dataset['theme'], tab.profile.local.dump()]).toEqual([
      'system',
      undefined,
      {},
    ]);
    expect(rig({ theme: '<script>' }).gestures.theme.current()).toBe('system');
  });

  test('RCHG-22 · copies text, and says when the clipboard refuses or is missing', async () => {
    const { tab, gestures } = rig();
    expect([await gestures.copyText('O-1'), tab.clipboard]).toEqual([true, ['O-1']]);
    const { copyText } = await import('../../src/platform/clipboard.ts');
    const refusing = { writeText: () => Promise.reject(new Error('denied')) };
    expect(await copyText({ navigator: { onLine: true, clipboard: refusing } }, 'x')).toBe(false);
    expect(await copyText({ navigator: { onLine: true } }, 'x')).toBe(false);
  });

  test('reload, version, server time and language are passed on', () => {
    const { tab, gestures, changeLocale } = rig();
    gestures.reloadPage();
    gestures.changeLocale('de-DE');
    expect([tab.state.reloads, gestures.appVersion, gestures.serverNow(), changeLocale.mock.calls]).toEqual([
      1,
      '1.2.3',
      1_000,
      [['de-DE']],
    ]);
  });
});
