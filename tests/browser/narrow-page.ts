import { expect, type Page } from '@playwright/test';
import { AccountModel } from './models/account.model.ts';

/** English last: the page objects find elements by English text. */
const TAGS = ['de-DE', 'vi-VN', 'en-US'] as const;

/** Broken words by page and language, and pages that scroll sideways. */
export const narrowFlawsIn = async (page: Page, name: string): Promise<readonly string[]> => {
  const flaws: string[] = [];
  const language = page.locator('select:has(option[value="en-US"])').locator('visible=true').first();
  for (const tag of TAGS) {
    await language.selectOption(tag);
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    await expect(page.locator('[aria-busy="true"]').locator('visible=true')).toHaveCount(0);
    for (const word of await new AccountModel(page).brokenWords(page.locator('body')))
      flaws.push(`${name}, ${tag}: ${word}`);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (over > 0) flaws.push(`${name}, ${tag}: ${over} px too wide`);
  }
  return flaws;
};
