import { describe, expect, test, vi } from 'vitest';
import { watchLayout } from '../../src/platform/device-os.ts';
import { markHiddenTab, onWake } from '../../src/platform/page-lifecycle.ts';
import { onStoredChange } from '../../src/platform/storage-events.ts';
import { lead, openTabChannel } from '../../src/platform/tabs.ts';
import { createFakeProfile, createFakeTab } from '../support/browser/fake-browser.ts';
import { until } from '../support/machines/until.ts';

describe('wake-ups', () => {
  test('visible, focus, online and a page from the cache wake; hiding and the first showing do not; the cleanup removes the listeners (C16, RCHG-13)', () => {
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

  test('the layout is reported immediately and after each change (ROUTE-14)', () => {
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
  test('a message reaches the other tabs and not its own (C11)', async () => {
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
    await until(() =>
      expect(listeners.map(({ mock }) => mock.calls)).toEqual([[], [[{ order: 'O-1' }]], [[{ order: 'O-1' }]]]),
    );
  });

  type Watched = { readonly tab: ReturnType<typeof createFakeTab>; readonly resign: () => void };

  /** Opens tabs that request the lead in this order, and records the changes reported to each of them. */
  const leaders = () => {
    const profile = createFakeProfile();
    const changes: string[] = [];
    return {
      changes,
      open: (name: string, { order = 'O-1', visible = true } = {}): Watched => {
        const tab = createFakeTab(profile);
        tab.setVisible(visible);
        const resign = lead(tab.browser, `order:${order}`, {
          gained: () => changes.push(`${name} leads`),
          lost: () => changes.push(`${name} follows`),
        });
        return { tab, resign };
      },
    };
  };

  test('one of several hidden tabs leads; when it closes, the next one leads (C11)', async () => {
    const { changes, open } = leaders();
    const [first, second] = ['a', 'b', 'c'].map((name) => open(name, { visible: false }));
    await until(() => expect(changes).toEqual(['a leads']));
    second?.resign();
    first?.resign();
    await until(() => expect(changes).toEqual(['a leads', 'c leads']));
  });

  test('the tab that became visible last leads, because a browser delays the timers of hidden tabs (C11, C16)', async () => {
    const { changes, open } = leaders();
    const first = open('a');
    await until(() => expect(changes).toEqual(['a leads']));
    first.tab.setVisible(false);
    const second = open('b');
    await until(() => expect(changes.toSorted()).toEqual(['a follows', 'a leads', 'b leads']));
    second.tab.setVisible(false);
    first.tab.setVisible(true);
    await until(() => expect(changes.slice(3).toSorted()).toEqual(['a leads', 'b follows']));
    first.tab.setVisible(false);
    first.tab.setVisible(true);
    first.resign();
    await until(() => expect(changes.slice(5)).toEqual(['b leads']));
  });

  test('each order has its own leader (C11)', async () => {
    const { changes, open } = leaders();
    for (const order of ['O-1', 'O-2']) open(order, { order });
    await until(() => expect(changes).toEqual(['O-1 leads', 'O-2 leads']));
  });

  test('a tab that resigned before the lock was granted never leads (C11)', async () => {
    const { changes, open } = leaders();
    const first = open('a');
    open('b', { visible: false }).resign();
    open('c').resign();
    first.resign();
    open('d', { visible: false });
    await until(() => expect(changes).toContain('d leads'));
    expect(changes.filter((change) => change.startsWith('b') || change.startsWith('c'))).toEqual([]);
  });

  test('changes by another tab are reported, other keys are not (SESS-10)', () => {
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
