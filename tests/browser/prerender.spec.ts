import { expect } from '@playwright/test';
import { CheckoutModel } from './models/checkout.model.ts';
import { test } from './portal.fixture.ts';

type Prerendered = { readonly timers: readonly string[]; readonly activate: () => void };

/** Makes the document behave as in a page that the browser has prerendered and the player has not opened yet. */
const prerender = (): void => {
  let prerendering = true;
  for (const name of ['prerendering', 'hidden'])
    Object.defineProperty(Document.prototype, name, { get: () => prerendering });
  const timers: string[] = [];
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const start = window[name].bind(window);
    Object.defineProperty(window, name, {
      value: (...args: Parameters<typeof setTimeout>) => {
        if (prerendering) timers.push(name);
        return start(...args);
      },
    });
  }
  const activate = (): void => {
    prerendering = false;
    document.dispatchEvent(new Event('prerenderingchange'));
  };
  Object.assign(window, { timers, activate });
};

test('a prerendered page calls nothing and starts no timer before the player opens it', async ({ checkout }) => {
  await checkout.openTopUp();
  const page = await checkout.page.context().newPage();
  await page.addInitScript(prerender);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (['fetch', 'xhr', 'ping'].includes(request.resourceType())) calls.push(new URL(request.url()).pathname);
  });
  await page.goto('/main/recharge', { waitUntil: 'networkidle' });
  expect(calls).toEqual([]);
  expect(await page.evaluate(() => (window as unknown as Prerendered).timers)).toEqual([]);
  await expect(page.locator('.shell')).toBeVisible();

  await page.evaluate(() => (window as unknown as Prerendered).activate());
  await new CheckoutModel(page).seeScreen('server');
  expect(calls).toContain('/api/user/uinfo');
});
