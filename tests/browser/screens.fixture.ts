import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { DRAWN, digestOf, readScreensManifest, SCREENS, stylesDigest, THEMES } from '../support/screens-manifest.mjs';
import { test as portalTest } from './portal.fixture.ts';

/** Set by `npm run screens`: `changed` keeps the pictures of a page that has not changed, `all` keeps none. */
const DRAWS = process.env['DRAW_SCREENS'];

type Outline = Readonly<Record<string, readonly string[]>>;
type Digests = Readonly<Record<string, string>>;

/**
 * The visible elements by part of the page: tag, role, label, classes, text and drawing. Classes and file names contain a hash of their
 * content, so a changed style or drawing changes the outline. Sizes, fonts and colors are left out: they differ between machines.
 */
const readOutline = (page: Page): Promise<Outline> =>
  page.evaluate(() => {
    const parts: Record<string, string[]> = {};
    const PARTS = ['dialog', 'main', 'header', 'footer'];
    const ATTRIBUTES = ['role', 'aria-label', 'alt', 'placeholder', 'disabled', 'class', 'src', 'd', 'data-tone'];
    const own = (element: Element): string =>
      [...element.childNodes]
        .flatMap((node) => (node.nodeType === Node.TEXT_NODE ? [node.textContent ?? ''] : []))
        .join('');
    const visit = (element: Element): void => {
      if (['SCRIPT', 'STYLE', 'OPTION'].includes(element.tagName) || !element.checkVisibility()) return;
      // A toast disappears after a few seconds.
      if (element.matches('[data-subject]')) return;
      const attributes = ATTRIBUTES.flatMap((name) => {
        const value = element.getAttribute(name);
        return value === null ? [] : [`${name}=${value}`];
      });
      const part = PARTS.find((tag) => element.closest(tag)) ?? 'frame';
      parts[part] ??= [];
      parts[part].push([element.tagName.toLowerCase(), ...attributes, own(element).trim()].join(' '));
      for (const child of element.children) visit(child);
    };
    visit(document.body);
    return parts;
  });

const MONTHS = /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b/g;

/** Order numbers, dates and other numbers differ between two runs. */
const withoutData = (line: string): string =>
  line.startsWith('path ')
    ? line
    : line
        .replace(/\b\d{6}-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b/g, 'ORDER')
        .replace(/\b\w+•+\w+/g, 'ID')
        .replace(MONTHS, 'MONTH')
        .replace(/\b[AP]M\b/g, 'AM')
        .replace(/(?<=\s)[+\d][\d,.:/]*/g, '0');

const digestsOf = (outline: Outline): Digests =>
  Object.fromEntries(
    Object.entries(outline)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([part, lines]) => [part, digestOf(lines.map(withoutData).join('\n'))]),
  );

/** Resolves when the page has not changed for a moment and its visible pictures are loaded. */
const settle = async (page: Page): Promise<void> => {
  await page.mouse.move(0, 0);
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
    await new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        clearTimeout(timer);
        timer = setTimeout(end, 400);
      });
      const end = (): void => {
        observer.disconnect();
        resolve();
      };
      let timer = setTimeout(end, 400);
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    });
  });
};

const pictureOf = (screen: string, theme: string): string => join(SCREENS, `${screen}-${theme}.png`);

/** Whether the pictures of a screen show this page, perhaps with other data. */
const isDrawn = (screen: string, digests: Digests): boolean => {
  const { styles, screens } = readScreensManifest();
  return (
    styles === stylesDigest() &&
    isDeepStrictEqual(screens[screen], digests) &&
    THEMES.every((theme) => existsSync(pictureOf(screen, theme)))
  );
};

const draw = async (page: Page, screen: string): Promise<void> => {
  await settle(page);
  const digests = digestsOf(await readOutline(page));
  mkdirSync(DRAWN, { recursive: true });
  writeFileSync(join(DRAWN, `${screen}.json`), JSON.stringify(digests));
  if (DRAWS === 'changed' && isDrawn(screen, digests)) return;
  // The content security policy forbids the style sheet of `page.screenshot`.
  await page.evaluate(() => {
    for (const toast of document.querySelectorAll<HTMLElement>('[data-subject]')) toast.style.display = 'none';
  });
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: pictureOf(screen, colorScheme), animations: 'disabled' });
  }
};

const check = async (page: Page, screen: string): Promise<void> => {
  await settle(page);
  const message = `the pictures of ${screen} show another page than the portal: run \`npm run screens\``;
  await expect
    .soft(
      async () => expect(digestsOf(await readOutline(page))).toEqual(readScreensManifest().screens[screen]),
      message,
    )
    .toPass({ timeout: 15_000 });
};

type Show = (name: string, page?: Page) => Promise<void>;

/** `show` draws the pictures of a screen, or checks that the drawn ones are up to date. */
export const test = portalTest.extend<{ readonly show: Show }>({
  show: async ({ page, viewport }, use) => {
    await use((name, shown = page) => (DRAWS ? draw : check)(shown, `${name}-${viewport?.width}`));
  },
});
