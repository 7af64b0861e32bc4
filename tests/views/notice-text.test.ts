import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LocaleTag } from '../../src/contract/locales.ts';
import { LOCALE_TAGS } from '../../src/contract/locales.ts';
import { formatTime } from '../../src/i18n/formats.ts';
import { createTranslator } from '../../src/i18n/translator.ts';
import { openPortalTab } from '../support/browser/portal-tab.ts';
import { drawPortal } from '../support/views/portal-drawing.tsx';

beforeEach(() => void vi.useFakeTimers({ now: 1_760_000_000_250 }));
afterEach(() => void vi.useRealTimers());

const AFTERNOON = Date.UTC(2026, 10, 22, 14, 5);

test.each([
  ['en-US', '2:05 PM'],
  ['de-DE', '14:05'],
  ['zh-TW', '14:05'],
  ['ko-KR', '14:05'],
  ['th-TH', '14:05'],
])('a time in %s is %s (I18N-03)', (locale, text) => {
  expect(formatTime(AFTERNOON, locale)).not.toContain(' ');
  expect(formatTime(AFTERNOON, locale).replaceAll(/\s/g, ' ')).toBe(text);
});

/** The toast of a saved order, drawn at the server time 0. */
const savedToast = async (tag: LocaleTag, deadlineAt: number): Promise<string> => {
  const { i18n } = await createTranslator({
    onLocale: () => undefined,
    onFailure: () => undefined,
    detector: { detect: () => tag, remember: () => undefined },
  });
  const tab = openPortalTab('/main/home');
  await tab.logIn();
  tab.actor.send({ type: 'toast.add', subject: 'orderSaved', level: 'info', orderId: 'o-1', deadlineAt });
  const { html } = await drawPortal(tab.actor, i18n);
  tab.close();
  return html.match(/data-subject="orderSaved"[\s\S]*?<\/section>/)?.[0].replaceAll('&#x27;', "'") ?? '';
};

test.each(LOCALE_TAGS)('the toast of a saved order names the end of its time to pay in %s (RCHG-13)', async (tag) => {
  const toast = await savedToast(tag, AFTERNOON);
  expect(toast).toContain(formatTime(AFTERNOON, tag));
  expect(toast).toContain('href="/main/recharge/detail/o-1"');
});

test('the toast of an order that is saved after its time to pay mentions no time (RCHG-13, C8)', async () => {
  const toast = await savedToast('en-US', 0);
  expect(toast).toContain("Your order is saved. We're still checking for your payment.");
  expect(toast).not.toContain('You can pay until');
});
