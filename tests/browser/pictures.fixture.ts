import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { test as portalTest } from './portal.fixture.ts';

/** Set by `npm run docs`. */
const SCREENS = process.env['SCREENS'] ?? 'dist/docs/screens';

/** Resolves when the page requests nothing and its visible pictures are loaded. */
const settle = async (page: Page): Promise<void> => {
  await page.mouse.move(0, 0);
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[aria-busy="true"]').locator('visible=true')).toHaveCount(0);
  const links = page.locator('footer nav');
  if ((await links.count()) > 0) await expect(links.locator('a')).not.toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const isSeen = (image: HTMLImageElement): boolean => {
      const { top, bottom } = image.getBoundingClientRect();
      return bottom > 0 && top < window.innerHeight && image.checkVisibility();
    };
    await Promise.all([...document.images].filter(isSeen).map((image) => image.decode().catch(() => undefined)));
  });
};

const draw = async (page: Page, screen: string): Promise<void> => {
  await settle(page);
  // The content security policy forbids the style sheet of `page.screenshot`.
  await page.evaluate(() => {
    for (const toast of document.querySelectorAll<HTMLElement>('[data-subject]')) toast.style.display = 'none';
  });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(SCREENS, `${screen}-${colorScheme}.png`), animations: 'disabled' });
  }
};

type Show = (name: string) => Promise<void>;

/** `show` draws the pictures of a screen. */
export const test = portalTest.extend<{ readonly show: Show }>({
  show: async ({ page, viewport }, use) => {
    await use((name) => draw(page, `${name}-${viewport?.width}`));
  },
});
