import { beforeEach, describe, expect, test, vi } from 'vitest';
import { onUnload } from '../../src/platform/page-lifecycle.ts';
import { createPaymentWindows, type PaymentWindow } from '../../src/platform/payment-windows.ts';
import { createFakeTab } from '../support/browser/fake-browser.ts';

const URL_1 = 'https://pay.example/c/1';

const harness = (prepare: (handle: PaymentWindow) => unknown = () => {}) => {
  const tab = createFakeTab();
  let made = 0;
  const words = { lang: 'de-DE', title: 'Zahlung', text: 'Deine Zahlung wird vorbereitet' };
  const windows = createPaymentWindows({
    open: (url, target) => {
      const handle = tab.browser.open(url, target);
      if (handle) prepare(handle);
      return handle;
    },
    isOwn: (handle) => Object.is(handle, tab.browser),
    newRef: () => `w${++made}`,
    preparing: () => words,
    onUnload: (listener) => void onUnload(tab.browser, listener),
  });
  const opened = (at: number) => {
    const handle = tab.opened[at];
    if (!handle) throw new Error(`no window ${at}`);
    return handle;
  };
  return { tab, windows, opened };
};

/** The window `w1` is open, and shows the payment page of an order unless it stays blank. */
const withWindow = ({ isBlank = false } = {}) => {
  const opened = harness();
  opened.windows.openBlank();
  if (!isBlank) opened.windows.navigate('w1', URL_1, 'O-1');
  return opened;
};

beforeEach(() => void vi.useFakeTimers());

describe('the payment window', () => {
  test('opens blank in the click, without an opener, and shows its text (C6, C65, RCHG-11)', () => {
    const { windows, opened } = harness();
    expect(windows.openBlank()).toBe('w1');
    const { opener, document, drawn, visited } = opened(0);
    expect([opener, document.title, document.documentElement.lang, drawn, visited]).toEqual([
      null,
      'Zahlung',
      'de-DE',
      ['Deine Zahlung wird vorbereitet'],
      [],
    ]);
  });

  test('a window that cannot be drawn is still returned (C6)', () => {
    const get = () => {
      throw new Error('no document');
    };
    const { windows } = harness((handle) => Object.defineProperty(handle, 'document', { get }));
    expect([windows.openBlank(), windows.navigate('w1', URL_1, 'O-1')]).toEqual(['w1', true]);
  });

  test('is navigated to the payment page once and not touched again (RCHG-11)', () => {
    const { windows, opened } = withWindow({ isBlank: true });
    expect([windows.navigate('w1', URL_1, 'O-1'), windows.navigate('w1', URL_1, 'O-1')]).toEqual([true, true]);
    expect(windows.navigate('w1', 'https://pay.example/c/2', 'O-2')).toBe(false);
    expect(opened(0).visited).toEqual([URL_1]);
  });

  test('a closed window cannot be navigated (C5, C7)', () => {
    const { windows, opened } = withWindow({ isBlank: true });
    opened(0).closed = true;
    expect([windows.navigate('w1', URL_1, 'O-1'), windows.navigate('unknown', URL_1, 'O-1')]).toEqual([false, false]);
    expect(opened(0).visited).toEqual([]);
  });

  test.each([
    ['closes the earlier window if its page is of this origin', false],
    ['leaves alone a page that the browser refuses to close', true],
  ])('reopening for the same order %s (C38)', (_, foreign) => {
    const { windows, opened } = withWindow();
    opened(0).foreign = foreign;
    const close = vi.spyOn(opened(0), 'close');
    windows.openBlank();
    windows.navigate('w2', URL_1, 'O-1');
    expect([opened(0).closed, close.mock.calls.length]).toEqual(foreign ? [false, 0] : [true, 1]);
    expect([opened(1).closed, opened(1).visited]).toEqual([false, [URL_1]]);
  });

  test('windows of other orders stay (C38)', () => {
    const { windows, opened } = withWindow();
    windows.openBlank();
    windows.navigate('w2', 'https://pay.example/c/2', 'O-2');
    expect([opened(0).closed, opened(1).closed]).toEqual([false, false]);
  });

  test('closes by reference; a second call has no effect (C6)', () => {
    const { windows, opened } = withWindow({ isBlank: true });
    windows.close('w1');
    windows.close('w1');
    windows.close('unknown');
    expect([opened(0).closed, windows.navigate('w1', URL_1, 'O-1')]).toEqual([true, false]);
  });
});

describe('a page that is left', () => {
  const leave = ({ dispatch }: ReturnType<typeof createFakeTab>, persisted: boolean) =>
    dispatch(Object.assign(new Event('pagehide'), { persisted }));

  test('closes the windows that were never navigated, because the next load cannot reach them (C6, C3, RCHG-16)', () => {
    const { tab, windows, opened } = withWindow({ isBlank: true });
    windows.openBlank();
    windows.navigate('w2', URL_1, 'O-1');
    leave(tab, false);
    expect([opened(0).closed, opened(1).closed]).toEqual([true, false]);
  });

  test('keeps them while the browser caches the page (C6)', () => {
    const { tab, windows, opened } = withWindow({ isBlank: true });
    leave(tab, true);
    expect(opened(0).closed).toBe(false);
    expect(windows.navigate('w1', URL_1, 'O-1')).toBe(true);
  });
});

describe('watching whether it is closed', () => {
  test('calls back once, within two seconds (C7)', async () => {
    const { windows, opened } = withWindow({ isBlank: true });
    const closed = vi.fn();
    windows.watch('w1', closed, () => {});
    await vi.advanceTimersByTimeAsync(60_000);
    expect(closed).not.toHaveBeenCalled();
    opened(0).closed = true;
    await vi.advanceTimersByTimeAsync(2_000);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(closed).toHaveBeenCalledOnce();
  });

  test('a watcher of the first window watches its replacement (C38, C7)', async () => {
    const { windows, opened } = withWindow();
    const closed = vi.fn();
    windows.watch('w1', closed, () => {});
    windows.openBlank();
    windows.navigate('w2', URL_1, 'O-1');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(closed).not.toHaveBeenCalled();
    opened(1).closed = true;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(closed).toHaveBeenCalledOnce();
  });
});
