import { expect, type Locator, type Page } from '@playwright/test';

/** Page object of the account. */
export class AccountModel {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** The list by its machine state. */
  async seeList(state: 'shown' | 'empty' | 'failed'): Promise<void> {
    await expect(this.page.locator('[data-list]')).toHaveAttribute('data-list', state);
    await expect(this.page.locator('[data-list] [aria-busy="true"]')).toHaveCount(0);
  }

  /** Visible order numbers or entries, top to bottom. */
  get rows(): Locator {
    return this.page.locator('main').getByRole('table').locator('tbody tr');
  }

  /** Visible words of the table that are broken across lines. */
  async brokenWords(): Promise<string[]> {
    return this.page
      .locator('main')
      .getByRole('table')
      .evaluate((table) => {
        const broken: string[] = [];
        const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode())
          for (const { index, 0: word } of (node.nodeValue ?? '').matchAll(/[^\s\u00ad\u200b-]+/g)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top));
            if (lines.size > 1) broken.push(word);
          }
        return broken;
      });
  }

  async pick(legend: string, name: string): Promise<void> {
    await this.page
      .getByRole('group', { name: legend })
      .locator('label')
      .filter({ has: this.page.getByRole('radio', { name, exact: true }) })
      .click();
  }

  async openTab(name: string): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Account sections' }).getByRole('link', { name }).click();
  }
}
