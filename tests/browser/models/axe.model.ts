import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose result depends on the theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Checks screens during a flow and collects their violations by screen name. */
export class AxeModel {
  readonly page: Page;
  readonly found: Record<string, readonly string[]> = {};

  constructor(page: Page) {
    this.page = page;
  }

  /** `content`: leaves out the header and the footer. */
  async violations(part: 'page' | 'content' = 'page', rules = RULES): Promise<readonly string[]> {
    if (!(await this.page.evaluate(() => 'axe' in window))) await this.page.evaluate(AXE);
    const violations = await this.page.evaluate(
      async ([selector, runOnly]) => {
        const { axe } = window as unknown as { axe: { run: (of: unknown, options: unknown) => Promise<AxeResults> } };
        const parts = document.querySelectorAll(selector);
        return parts.length === 0 ? [] : (await axe.run(parts, { runOnly, resultTypes: ['violations'] })).violations;
      },
      [part === 'page' ? 'html' : 'main, dialog[open], section[aria-label]', rules] as const,
    );
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    );
  }

  private note(name: string, violations: readonly string[]): void {
    if (violations.length) this.found[name] = violations;
  }

  /** Runs axe in both themes and checks that the page does not overflow the screen. */
  async look(name: string): Promise<void> {
    await this.page.emulateMedia({ colorScheme: 'light' });
    this.note(`${name}, light`, await this.violations('page', COLOR_RULES));
    await this.page.emulateMedia({ colorScheme: 'dark' });
    this.note(name, await this.violations());
    const overflow = await this.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (overflow > 0) this.found[`${name}: wider than the screen by`] = [`${overflow} px`];
  }
}
