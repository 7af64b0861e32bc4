import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Checks screens during a flow and collects their violations by screen name. */
export class AxeModel {
  readonly page: Page;
  readonly found: Record<string, readonly string[]> = {};

  constructor(page: Page) {
    this.page = page;
  }

  private async violations(): Promise<readonly string[]> {
    if (!(await this.page.evaluate(() => 'axe' in window))) await this.page.evaluate(AXE);
    const { violations } = await this.page.evaluate(
      (runOnly) =>
        (window as unknown as { axe: { run: (options: unknown) => Promise<AxeResults> } }).axe.run({
          runOnly,
          resultTypes: ['violations'],
        }),
      RULES,
    );
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    );
  }

  /** Runs axe and checks that the page does not overflow the screen. */
  async look(name: string): Promise<void> {
    const here = await this.violations();
    if (here.length) this.found[name] = here;
    const overflow = await this.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (overflow > 0) this.found[`${name}: wider than the screen by`] = [`${overflow} px`];
  }
}
