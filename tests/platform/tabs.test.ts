import { describe, expect, test, vi } from 'vitest';
import { watchConnectivity } from '../../src/platform/connectivity.ts';
import { watchLayout } from '../../src/platform/layout.ts';
import { markHiddenTab, onWake } from '../../src/platform/page-lifecycle.ts';
import { onStoredChange } from '../../src/platform/storage-events.ts';
import { openTabChannel } from '../../src/platform/tab-channel.ts';
import { lead } from '../../src/platform/tab-leader.ts';
import { createFakeProfile, createFakeTab } from '../support/fake-browser.ts';
import { until } from '../support/until.ts';

describe('wake-ups', () => {
  test('C16 RCHG-13 · visible, focus, online and a page from the cache wake; hiding and the first showing do not; the cleanup removes the listeners', () => {
    const tab = createFakeTab();
    const wake = vi.fn();
    const stop = onWake(tab.browser, wake);
    tab.setVisible(false);
    tab.fire('pageshow');
    expect(wake).not.toHaveBeenCalled();
    tab.setVisible(true);
    tab.fire('focus');
    tab.restore();
    tab.setOnline(true);
    expect(wake).toHaveBeenCalledTimes(4);
    stop();
    tab.setVisible(true);
    tab.fire('focus');
    expect(wake).toHaveBeenCalledTimes(4);
  });

  test('the page is marked while its tab is hidden', () => {
    const tab = createFakeTab();
    tab.setVisible(false);
    markHiddenTab(tab.browser);
    expect('hidden' in tab.dataset).toBe(true);
    tab.setVisible(true);
    expect('hidden' in tab.dataset).toBe(false);
    tab.setVisible(false);
    expect('hidden' in tab.dataset).toBe(true);
  });

  test('C17 · connectivity is reported at once and after each change', () => {
    const tab = createFakeTab();
    const received: boolean[] = [];
    const stop = watchConnectivity(tab.browser, (online) => received.push(online));
    tab.setOnline(false);
    tab.setOnline(true);
    stop();
    tab.setOnline(false);
    expect(received).toEqual([true, false, true]);
  });

  test('ROUTE-14 · the layout is reported at once and after each change', () => {
    const tab = createFakeTab();
    const queries: string[] = [];
    const browser = {
      matchMedia: (query: string) => {
        queries.push(query);
        return tab.browser.matchMedia(query);
      },
    };
    const received: boolean[] = [];
    const stop = watchLayout(browser, (mobile) => received.push(mobile));
    tab.setMobile(true);
    stop();
    tab.setMobile(false);
    expect([queries, received]).toEqual([['(max-width: 750px)'], [false, true]]);
  });
});

describe('the other tabs', () => {
  test('C11 · a message reaches the other tabs and not its own', () => {
    const profile = createFakeProfile();
    const tabs = [createFakeTab(profile), createFakeTab(profile), createFakeTab(profile)].map(({ browser }) =>
      openTabChannel(browser, 'portal'),
    );
    const listeners = tabs.map((channel) => {
      const listener = vi.fn();
      channel.listen(listener);
      return listener;
    });
    tabs[0]?.post({ order: 'O-1' });
    expect(listeners.map(({ mock }) => mock.calls)).toEqual([[], [[{ order: 'O-1' }]], [[{ order: 'O-1' }]]]);
  });

  test('C11 · without BroadcastChannel no message is sent and nothing throws', () => {
    const channel = openTabChannel({}, 'portal');
    const listener = vi.fn();
    const stop = channel.listen(listener);
    channel.post('x');
    stop();
    expect(listener).not.toHaveBeenCalled();
  });

  test('C11 · one tab leads; when it closes, the next one leads', async () => {
    const profile = createFakeProfile();
    const gained: string[] = [];
    const resign = ['a', 'b', 'c'].map((name) =>
      lead(createFakeTab(profile).browser, 'order:O-1', () => gained.push(name)),
    );
    await until(() => expect(gained).toEqual(['a']));
    resign[1]?.();
    resign[0]?.();
    await until(() => expect(gained).toEqual(['a', 'c']));
  });

  test('C11 · each order has its own leader', async () => {
    const profile = createFakeProfile();
    const gained: string[] = [];
    for (const order of ['O-1', 'O-2'])
      lead(createFakeTab(profile).browser, `order:${order}`, () => gained.push(order));
    await until(() => expect(gained).toEqual(['O-1', 'O-2']));
  });

  test('C11 · without the lock API, or when it fails, every tab leads', async () => {
    const gained = vi.fn();
    lead({ navigator: { onLine: true } }, 'order:O-1', gained)();
    lead(
      { navigator: { onLine: true, locks: { request: () => Promise.reject(new Error('denied')) } } },
      'order:O-1',
      gained,
    );
    await until(() => expect(gained).toHaveBeenCalledTimes(2));
  });

  test('C11 · a tab that resigned before the lock was granted never leads', async () => {
    const profile = createFakeProfile();
    const gained: string[] = [];
    const first = lead(createFakeTab(profile).browser, 'x', () => gained.push('a'));
    lead(createFakeTab(profile).browser, 'x', () => gained.push('b'))();
    first();
    lead(createFakeTab(profile).browser, 'x', () => gained.push('c'));
    await until(() => expect(gained).toContain('c'));
    expect(gained).not.toContain('b');
  });

  test('SESS-10 · changes by another tab are reported, other keys are not', () => {
    const profile = createFakeProfile();
    const here = createFakeTab(profile);
    const there = createFakeTab(profile);
    const received: (string | null)[] = [];
    const stop = onStoredChange(here.browser, 'token', (text) => received.push(text));
    there.browser.localStorage.setItem('theme', 'dark');
    there.browser.localStorage.setItem('token', 'one');
    here.browser.localStorage.setItem('token', 'own');
    there.browser.localStorage.removeItem('token');
    stop();
    there.browser.localStorage.setItem('token', 'two');
    expect(received).toEqual(['one', null]);
  });
});
