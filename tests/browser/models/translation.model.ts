import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    /** Texts that React owns, as `parent: text`. A text that is the only child of its element belongs to the element. */
    bareTexts?: string[];
  }
}

/** Runs in each new document and frame: wraps each text as the translation of a browser does, and marks the page as translated. */
const translate = (): void => {
  const bareTexts: string[] = [];
  window.bareTexts = bareTexts;
  const isTranslated = (text: Node): text is Text =>
    text instanceof Text &&
    text.data.trim() !== '' &&
    !text.parentElement?.closest('head, script, style, noscript, option, textarea, svg, font, .notranslate');
  const wrap = (text: Text): void => {
    const parent = text.parentElement;
    if (!parent) return;
    if (Object.keys(text).some((key) => key.startsWith('__reactFiber')))
      bareTexts.push(`${parent.outerHTML.slice(0, 80)}: ${text.data}`);
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    outer.append(inner);
    parent.replaceChild(outer, text);
    inner.textContent = text.data;
  };
  const wrapAll = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [root];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node);
    texts.filter(isTranslated).forEach(wrap);
  };
  const mark = (): void => {
    const { documentElement } = document;
    if (!documentElement || documentElement.classList.contains('translated-ltr')) return;
    documentElement.classList.add('translated-ltr');
  };
  new MutationObserver((changes) => {
    mark();
    for (const { addedNodes, target, type } of changes)
      if (type === 'characterData') wrapAll(target);
      else addedNodes.forEach(wrapAll);
    if (document.documentElement.lang !== 'fr') document.documentElement.lang = 'fr';
  }).observe(document, { childList: true, characterData: true, subtree: true });
};

export class TranslationModel {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async start(): Promise<void> {
    await this.page.addInitScript(translate);
  }

  /** Crashes, and texts that a translation takes away from React. */
  async damage(): Promise<readonly string[]> {
    await expect(this.page.locator('font').first()).toBeAttached();
    const crashed = await this.page.locator('[data-state="crashed"]').count();
    return [...(crashed ? ['crashed'] : []), ...((await this.page.evaluate(() => window.bareTexts)) ?? [])];
  }

  async seeNoDamage(): Promise<void> {
    await expect.poll(() => this.damage()).toEqual([]);
  }
}
