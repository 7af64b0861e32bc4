import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { build, type Plugin } from 'vite';
import { DEMO_BUILD } from '../../server/demo-environment.mjs';
import { ROOT } from '../../server/prepare.mjs';
import { createPortalProcess } from '../support/portal-process.mjs';
import type { CheckoutModel } from './models/checkout.model.ts';
import { type Player, test as portalTest } from './portal.fixture.ts';

const RUNTIME = 'react/jsx-runtime';
const COUNTING = fileURLToPath(new URL('./pages/counting-runtime.page.ts', import.meta.url));

/** Puts React's profiler around the counted components. */
const profiler = (): Plugin => ({
  name: 'profiler',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source === 'react-dom/client') return this.resolve('react-dom/profiling', importer, { skipSelf: true });
    return source === RUNTIME && importer?.includes('/src/') ? COUNTING : null;
  },
});

const test = portalTest.extend<object, { readonly profiledUrl: string }>({
  profiledUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's dependencies from this pattern
    async ({}, use) => {
      const outDir = mkdtempSync(join(tmpdir(), 'portal-profiled-'));
      Object.assign(process.env, DEMO_BUILD);
      await build({
        configFile: join(ROOT, 'vite.config.ts'),
        logLevel: 'silent',
        plugins: [profiler()],
        build: { outDir, minify: false },
      });
      const portal = await createPortalProcess({ STATIC_DIR: outDir });
      await use(await portal.start());
      await portal.remove();
      rmSync(outDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  portalUrl: async ({ profiledUrl }, use) => {
    await use(profiledUrl);
  },
});

/** Resolves when React has drawn nothing for two idle moments, also what it draws later with a low priority. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const idle = () => new Promise((resolve) => requestIdleCallback(resolve));
    for (let drawn = -1; drawn !== (window.drawn ?? []).length; ) {
      drawn = (window.drawn ?? []).length;
      await idle();
      await idle();
    }
  });

/** Opens the wizard and waits for the parts of the header that load after the page. */
const openWizard = async (checkout: CheckoutModel, player: Player): Promise<void> => {
  await checkout.enter(player, '/main/recharge');
  await checkout.seeScreen('server');
  const header = checkout.page.locator('header');
  await expect(header.getByRole('navigation')).toBeVisible();
  await expect(header).toContainText('EP');
  await expect(checkout.page.locator('[aria-busy]')).toHaveCount(0);
};

/** What React draws while `act` runs and until `shown` is in the page. */
const drawnBy = async (page: Page, act: () => Promise<void>, shown: () => Promise<void>): Promise<string[]> => {
  await settle(page);
  await page.evaluate(() => {
    window.drawn = [];
  });
  await act();
  await shown();
  await settle(page);
  return page.evaluate(() => [...new Set(window.drawn)].toSorted());
};

test('RCHG-09 · a chosen item draws its line, the next step and the summary, but no card again and nothing else of the page', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  await openWizard(checkout, player);
  await page.getByRole('radio', { name: 'Dawn Harbor' }).click();
  await page.getByRole('group', { name: 'Character' }).getByRole('radio').first().click();
  const items = page.getByRole('group', { name: 'Item' }).getByRole('radio');
  await expect(items.first()).toBeVisible();
  const channels = page.getByRole('group', { name: 'Payment method' }).getByRole('radio');
  const drawn = await drawnBy(
    page,
    () => items.nth(1).click(),
    () => expect(channels.first()).toBeVisible(),
  );
  const cards = drawn.filter((name) => name.startsWith('+Card:'));
  expect(cards).toHaveLength(await channels.count());
  /** Its balance may arrive after the card. */
  const balance = 'Card:epoint';
  expect(drawn.filter((name) => !cards.includes(name) && name !== balance)).toEqual([
    '+Folded:3',
    '+OpenStep:4',
    'Aside',
    'Details',
    'Line',
    'OpenStep:4',
  ]);
});

test('RCHG-09 · a notice above the servers draws no card and no other step again', async ({ checkout, player }) => {
  const { page } = checkout;
  await openWizard(checkout, player);
  const drawn = await drawnBy(
    page,
    () => page.getByRole('button', { name: 'Continue' }).click(),
    () => expect(page.locator('#step-notice')).not.toBeEmpty(),
  );
  expect(drawn).toEqual(['OpenStep:1']);
});
