import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createEndlessRetryPause, createFirstViewRetryPause } from '../../src/app/stages.ts';
import type { LocaleTag } from '../../src/contract/locales.ts';
import { createTranslator } from '../../src/i18n/translator.ts';
import { onActivity, onWake } from '../../src/platform/page-lifecycle.ts';
import { createFakeTab } from '../support/browser/fake-browser.ts';

beforeEach(() => void vi.useFakeTimers());

const HOUR_MS = 3_600_000;

/** A Thai player whose network refuses every language but English until `restore` is called. */
const openInFallback = async (tab = createFakeTab()) => {
  let refuses = true;
  const attempts: LocaleTag[] = [];
  const shown: LocaleTag[] = [];
  const failed: LocaleTag[] = [];
  const remembered: LocaleTag[] = [];
  const first = (tag: LocaleTag) => async () => {
    attempts.push(tag);
    if (refuses && tag !== 'en-US') throw new TypeError('Failed to fetch');
    return { texts: { portal: { word: tag } } };
  };
  const player = async () => ({ texts: { order: {} } });
  const translator = await createTranslator({
    onLocale: (tag) => shown.push(tag),
    onFailure: (tag) => failed.push(tag),
    pause: createEndlessRetryPause(tab.browser, onWake),
    loaders: Object.fromEntries(
      (['en-US', 'th-TH', 'de-DE'] as const).map((tag) => [tag, { first: first(tag), player, all: first(tag) }]),
    ),
    detector: { detect: () => 'th-TH', remember: (tag) => void remembered.push(tag) },
  });
  expect(shown).toEqual(['en-US']);
  const tries = () => attempts.filter((tag) => tag !== 'en-US').length;
  const restore = () => {
    refuses = false;
  };
  return { ...translator, tab, shown, failed, remembered, tries, restore };
};

type Tab = ReturnType<typeof createFakeTab>;

const expectNoFurtherTry = async (tries: () => number): Promise<void> => {
  const before = tries();
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(tries()).toBe(before);
};

describe('a player who reads English because their own language failed', () => {
  test('reads their own language within four seconds of it being available, and one message (I18N-04, C50, D23)', async () => {
    const { shown, failed, tries, restore } = await openInFallback();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    restore();
    await vi.advanceTimersByTimeAsync(4_000);
    expect({ shown, failed }).toEqual({ shown: ['en-US', 'th-TH'], failed: ['th-TH'] });
    await expectNoFurtherTry(tries);
  });

  test('loads it immediately when the tab wakes (I18N-04, C50, D23)', async () => {
    const { tab, shown, tries, restore } = await openInFallback();
    restore();
    tab.fire('focus');
    await vi.advanceTimersByTimeAsync(0);
    expect(shown).toEqual(['en-US', 'th-TH']);
    await expectNoFurtherTry(tries);
  });

  test.each([
    ['no request while the tab is hidden', 0, (tab: Tab, is: boolean) => tab.setVisible(!is)],
    ['two requests a minute while the browser reports offline', 120, (tab: Tab, is: boolean) => tab.setOnline(!is)],
  ])('causes %s, and loads it immediately afterwards (C50, D23)', async (_, inAnHour, set) => {
    const { tab, shown, tries, restore } = await openInFallback();
    set(tab, true);
    await vi.advanceTimersByTimeAsync(4_000);
    const before = tries();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(tries() - before).toBe(inAnHour);
    restore();
    set(tab, false);
    await vi.advanceTimersByTimeAsync(0);
    expect(shown).toEqual(['en-US', 'th-TH']);
  });

  test('keeps another language that they choose, and stores only that (I18N-03, C50)', async () => {
    const { shown, remembered, tries, changeLocale, restore } = await openInFallback();
    restore();
    await changeLocale('de-DE');
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect({ shown, remembered }).toEqual({ shown: ['en-US', 'de-DE'], remembered: ['de-DE'] });
    await expectNoFurtherTry(tries);
  });

  test('keeps English after choosing it (I18N-03, C50)', async () => {
    const { shown, changeLocale, restore } = await openInFallback();
    await changeLocale('en-US');
    restore();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(shown).toEqual(['en-US', 'en-US']);
  });

  test('still reads their own language after a choice that failed (I18N-03, C50)', async () => {
    const { shown, failed, remembered, changeLocale, restore } = await openInFallback();
    await changeLocale('de-DE');
    expect(failed).toEqual(['th-TH', 'de-DE']);
    restore();
    await vi.advanceTimersByTimeAsync(4_000);
    expect({ shown, remembered }).toEqual({ shown: ['en-US', 'th-TH'], remembered: [] });
  });

  test('tries again immediately when the player picks it (I18N-03, C50)', async () => {
    const { shown, remembered, changeLocale, restore } = await openInFallback();
    restore();
    await changeLocale('th-TH');
    expect({ shown, remembered }).toEqual({ shown: ['en-US', 'th-TH'], remembered: ['th-TH'] });
  });
});

test.each(['pointerdown', 'keydown'])('without any language, a %s ends the pause (D23, C50)', async (type) => {
  const tab = createFakeTab();
  tab.setVisible(false);
  const ended = vi.fn();
  createEndlessRetryPause(tab.browser, onActivity)(9).then(ended);
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(ended).not.toHaveBeenCalled();
  tab.fire(type);
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalledTimes(1);
});

describe('the load error of the static shell (ROUTE-13)', () => {
  const pauseWith = (online: boolean) => {
    const tab = createFakeTab();
    tab.setOnline(online);
    const showLoadError = vi.fn();
    const pause = createFirstViewRetryPause({ ...tab.browser, showLoadError });
    return { pause: (failures: number) => void pause(failures), showLoadError };
  };

  test.each([
    ['fourth', true, [1, 2, 3], 4],
    ['first, while the browser is offline', false, [], 1],
  ])('appears after the failure that is the %s', (_, online, before, last) => {
    const { pause, showLoadError } = pauseWith(online);
    for (const failures of before) pause(failures);
    expect(showLoadError).not.toHaveBeenCalled();
    pause(last);
    expect(showLoadError).toHaveBeenCalledTimes(1);
  });

  test('is optional: on a QA page, which has none, loading continues', async () => {
    const pause = createFirstViewRetryPause(createFakeTab().browser);
    const ended = vi.fn();
    pause(4).then(ended);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(ended).toHaveBeenCalledTimes(1);
  });
});
