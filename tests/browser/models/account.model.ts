import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Player } from '../portal.fixture.ts';
import type { CheckoutModel } from './checkout.model.ts';

export class AccountModel {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  static async enter(checkout: CheckoutModel, player: Pick<Player, 'userId'>, path: string): Promise<AccountModel> {
    const account = new AccountModel(checkout.page);
    await checkout.enter(player, path);
    await account.seeList('shown');
    return account;
  }

  async seeList(state: 'shown' | 'empty' | 'unreadable' | 'failed'): Promise<void> {
    await expect(this.page.locator('[data-list]')).toHaveAttribute('data-list', state);
    await expect(this.page.locator('[data-list] [aria-busy="true"]')).toHaveCount(0);
  }

  get rows(): Locator {
    return this.page.locator('[data-month] li');
  }

  /** Visible words of a region that are broken across lines. */
  async brokenWords(region: Locator = this.page.locator('[data-list]')): Promise<string[]> {
    return region.evaluate((root) => {
      const broken: string[] = [];
      const range = document.createRange();
      const isOnOneLine = (node: Node, start: number, end: number): boolean => {
        range.setStart(node, start);
        range.setEnd(node, end);
        return new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top)).size <= 1;
      };
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.nodeValue ?? '';
        // Most texts are on one line, and so are their words.
        if (isOnOneLine(node, 0, text.length)) continue;
        for (const { index, 0: word } of text.matchAll(/[^\s\u00ad\u200b-]+/g))
          if (!isOnOneLine(node, index, index + word.length)) broken.push(word);
      }
      return broken;
    });
  }

  /** The file that a click saves: its name and its lines. */
  async savedFile(button: string): Promise<{ readonly name: string; readonly lines: readonly string[] }> {
    const click = this.page.getByRole('button', { name: button }).click();
    const [download] = await Promise.all([this.page.waitForEvent('download'), click]);
    const text = await readFile(await download.path(), 'utf8');
    return { name: download.suggestedFilename(), lines: text.trimEnd().split('\r\n') };
  }

  async openTab(name: string): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Account sections' }).getByRole('link', { name }).click();
  }
}
