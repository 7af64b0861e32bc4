import { expect, type Page } from '@playwright/test';
import { CLOSING, OPENING, pseudoChunk } from '../../support/pseudo-locale.ts';

/** The locale whose texts are replaced; its numbers and dates stay. */
const TAG = 'de-DE';

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat(TAG, { month: 'short' }).format(new Date(2026, month)).slice(0, 3),
).join('|');
/** Text that is never translated: masked names, the publisher's name, currencies, units, and German date formats. */
const NAMES = new RegExp(
  `\\S*•\\S*|\\bAurora\\b|\\bGate\\b|US\\$|\\bUSD\\b|\\bEP\\b|\\bUTC\\b|\\bUhr\\b|\\b(?:${MONTHS})\\p{L}*`,
  'gu',
);

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
};

/** The text outside of brackets, which can be nested. */
const outside = (text: string): string => {
  let depth = 0;
  return [...text]
    .filter((letter) => {
      if (letter === OPENING) depth += 1;
      const isOutside = depth === 0;
      if (letter === CLOSING) depth -= 1;
      return isOutside;
    })
    .join('');
};

/** Shows the portal in a locale in which every translated text is marked, and finds unmarked text. */
export class LocalizedReader {
  private readonly page: Page;
  private readonly serverTexts = new Set<string>();

  constructor(page: Page) {
    this.page = page;
  }

  async settle(): Promise<void> {
    await this.page.route(new RegExp(`/${TAG}\\.(?:bundle|later|whole)[^/]*\\.js$`), (route) =>
      route.fulfill({ contentType: 'text/javascript', body: pseudoChunk() }),
    );
    await this.page.exposeFunction('recordResponse', (body: string) => {
      for (const text of stringsIn(parsed(body))) this.serverTexts.add(text);
    });
    await this.page.addInitScript(() => {
      const originalFetch = window.fetch.bind(window);
      window.fetch = async (...args) => {
        const response = await originalFetch(...args);
        const record: unknown = Reflect.get(window, 'recordResponse');
        if (typeof record === 'function') record(await response.clone().text());
        return response;
      };
    });
  }

  private async choose(tag: string): Promise<void> {
    await this.page
      .locator('select:has(option[value="en-US"])')
      .first()
      .evaluate((select, value) => {
        if (!(select instanceof HTMLSelectElement)) return;
        select.value = value;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }, tag);
    await expect(this.page.locator('html')).toHaveAttribute('lang', tag);
  }

  /** Every text and accessible name on the screen. */
  private readAll(): Promise<string[]> {
    return this.page.evaluate(() => {
      const spoken = ['aria-label', 'aria-description', 'aria-roledescription', 'alt', 'title', 'placeholder'];
      const found = [document.title];
      const isForeign = (element: Element | null): boolean =>
        Boolean(element?.closest('option[lang], script, style, noscript'));
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (!isForeign(node.parentElement)) found.push(node.textContent ?? '');
      for (const element of document.body.querySelectorAll('*'))
        if (!isForeign(element)) found.push(...spoken.map((name) => element.getAttribute(name) ?? ''));
      return found.filter((text) => text.trim() !== '');
    });
  }

  private isHardCoded(text: string): boolean {
    const data = [...this.serverTexts].filter((value) => value.length > 1).toSorted((a, b) => b.length - a.length);
    const rest = data.reduce((left, value) => left.replaceAll(value, ' '), outside(text)).replace(NAMES, ' ');
    return /\p{L}{2,}/u.test(rest);
  }

  /** Expects that every text of the screen is from a locale file or the server, and fits; then switches back to English. */
  async seesNothingHardCoded(): Promise<void> {
    await this.choose(TAG);
    const all = [...new Set(await this.readAll())];
    const overflow = await this.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    await this.choose('en-US');
    expect(all.some((text) => text.includes(OPENING))).toBe(true);
    expect(overflow).toBeLessThanOrEqual(0);
    await expect.poll(() => all.filter((text) => this.isHardCoded(text))).toEqual([]);
  }
}
