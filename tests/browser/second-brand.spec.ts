import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { readBrandFolder } from '../../vite/read-brand.ts';
import { drawIcons } from '../support/docs/brand-icons.mjs';
import { createTestPortal } from '../support/server/postgres-cluster.ts';
import { AxeModel } from './models/axe.model.ts';
import { test as portalTest } from './portal.fixture.ts';

const { brand } = readBrandFolder('tests/brands/rotfuchs');

const test = portalTest.extend<object, { readonly ownServer: string }>({
  ownServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's dependencies from this pattern
    async ({}, use) => {
      const portal = await createTestPortal({ STATIC_DIR: 'dist/second-brand' });
      await portal.start();
      await use(portal.url);
      await portal.remove();
    },
    { scope: 'worker' },
  ],
  portalUrl: async ({ ownServer }, use) => {
    await use(ownServer);
  },
});

test('the icons that are drawn from its SVG are as the build needs them', async ({ browser }) => {
  const folder = mkdtempSync(join(tmpdir(), 'brand-'));
  cpSync('tests/brands/rotfuchs', folder, { recursive: true });
  const icons = readdirSync(join(folder, 'art')).filter((name) => name.endsWith('.png'));
  for (const name of icons) rmSync(join(folder, 'art', name));
  await drawIcons(browser, join(folder, 'art'));
  readBrandFolder(folder);
  const first = readFileSync(join(folder, 'art', 'app-icon-maskable-512.png'));
  expect(first.equals(readFileSync(join(folder, 'art', 'app-icon-512.png')))).toBe(false);
  rmSync(folder, { recursive: true });
});

const PAGES = [
  ['/main/home', { level: 1, name: brand.hero['en-US'] ?? '' }],
  ['/main/recharge', { level: 2, name: 'Which character is this for?' }],
  ['/main/recharge?target=epoint', { level: 2, name: /How many E.Points/ }],
  ['/main/account/user', { level: 1, name: 'Account' }],
  ['/main/account/recharge', { level: 2, name: 'Your top-ups' }],
  ['/main/event', { level: 1, name: 'News and events' }],
  ['/no-such-page', { level: 1, name: "This page doesn't exist" }],
] as const;

test.describe('another brand', () => {
  test.use({ colorScheme: 'dark', viewport: { width: 390, height: 844 } });

  test('axe finds no violation on its main screens in both themes, and light is its default', async ({
    checkout,
    player,
  }) => {
    const { page } = checkout;
    const axe = new AxeModel(page);
    const found: Record<string, readonly string[]> = {};
    await checkout.open('/login');
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`${brand.name}$`));
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await expect(page.getByRole('combobox').first().locator('option')).toHaveCount(brand.languages.length);
    const link = (name: string) => page.getByRole('contentinfo').getByRole('link', { name: new RegExp(`^${name} `) });
    await expect(link('Legal notice')).toHaveAttribute('href', 'https://rotfuchs.example/en-US/imprint');
    // The API sends a link of the same key.
    await expect(link('Privacy policy')).toHaveAttribute('href', /^\/.*privacy/);
    found['/login'] = await axe.violations();
    await page.getByRole('radio', { name: 'System' }).check();
    await page.reload();
    await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();
    await expect(page.locator('html')).not.toHaveAttribute('data-theme');
    await checkout.enterAgain(player, '/main/home');
    for (const [path, heading] of PAGES) {
      await checkout.open(path);
      await expect(page.getByRole('heading', heading)).toBeVisible();
      for (const theme of ['light', 'dark']) {
        await page.evaluate((shown) => {
          document.documentElement.dataset['theme'] = shown;
        }, theme);
        found[`${path} ${theme}`] = await axe.violations();
      }
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      expect([path, scrollWidth]).toEqual([path, clientWidth]);
    }
    expect(Object.entries(found).filter(([, flaws]) => flaws.length > 0)).toEqual([]);
  });
});
