import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Name, size in pixels, and the part of it that icon.svg fills. Less than all, or on iOS, the rest has the color of its upper edge. */
const ICONS = /** @type {const} */ ([
  ['app-icon-192.png', 192, 1],
  ['app-icon-512.png', 512, 1],
  ['app-icon-maskable-512.png', 512, 0.8],
  ['apple-touch-icon.png', 180, 1],
]);
const FILLED = /maskable|apple/;

/**
 * Draws the PNG icons of a brand next to its icon.svg.
 *
 * @param {import('@playwright/test').Browser} browser
 * @param {string} art folder of the pictures of the brand
 */
export const drawIcons = async (browser, art) => {
  const source = `data:image/svg+xml;base64,${readFileSync(join(art, 'icon.svg')).toString('base64')}`;
  const page = await browser.newPage();
  await page.setContent(
    `<style>body { margin: 0; display: grid; place-items: center; height: 100vh }</style><img src="${source}">`,
  );
  const ground = await page.locator('img').evaluate(async (/** @type {HTMLImageElement} */ image) => {
    await image.decode();
    const paper = new OffscreenCanvas(64, 64).getContext('2d');
    paper?.drawImage(image, 0, 0, 64, 64);
    return `rgb(${paper?.getImageData(32, 1, 1, 1).data.join(' ')})`.replace(/ (\d+)\)$/, ' / $1)');
  });
  for (const [name, size, part] of ICONS) {
    await page.setViewportSize({ width: size, height: size });
    const style = `body { background: ${FILLED.test(name) ? ground : 'none'} } img { width: ${part * 100}%; aspect-ratio: 1 }`;
    const sheet = await page.addStyleTag({ content: style });
    await page.screenshot({ path: join(art, name), omitBackground: true });
    await sheet.evaluate((element) => element.parentNode?.removeChild(element));
  }
  await page.close();
};
