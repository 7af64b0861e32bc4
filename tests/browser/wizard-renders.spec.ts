import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { build, type Plugin } from 'vite';
import { DEMO_BUILD } from '../../server/demo-environment.mjs';
import { ROOT } from '../../server/prepare.mjs';
import { createTestPortal } from '../support/server/test-portal.ts';
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
      const portal = await createTestPortal({ STATIC_DIR: outDir });
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

const QUIET_FRAMES = 6;

/** Resolves when React has drawn nothing for some frames. An idle callback is not reliable: Chromium may not run one for minutes. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async (enough) => {
    let drawn = -1;
    for (let quiet = 0; quiet < enough; quiet += 1) {
      const now = (window.drawn ?? []).length;
      if (now !== drawn) quiet = 0;
      drawn = now;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, QUIET_FRAMES);

/** Opens the wizard and waits for the parts of the header that load after the page. */
const openWizard = async (checkout: CheckoutModel, player: Player): Promise<void> => {
  await checkout.enter(player, '/main/recharge');
  await checkout.seeScreen('server');
  const header = checkout.page.getByRole('banner');
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

test('choosing an item redraws its card, its line, the next step and the summary, but no other card and nothing else on the page (RCHG-09)', async ({
  checkout,
  player,
}) => {
  const { page } = checkout;
  await openWizard(checkout, player);
  await page.getByRole('group', { name: 'Character' }).getByRole('radio').first().click();
  const items = page.getByRole('group', { name: 'Item' }).getByRole('radio');
  await expect(items.first()).toBeVisible();
  const channels = page.getByRole('group', { name: 'Payment method' }).getByRole('radio');
  const drawn = await drawnBy(
    page,
    () => page.getByRole('radio', { name: '315 Star Gems' }).click(),
    async () => {
      await expect(channels.first()).toBeVisible();
      // The summary updates later, with a deferred value.
      await expect(page.locator('aside').filter({ hasText: '315 Star Gems' })).toBeVisible();
    },
  );
  const cards = drawn.filter((name) => name.startsWith('+Card:'));
  expect(cards).toHaveLength(await channels.count());
  /** The balance on this card may load after the card is drawn. */
  const balance = 'Card:epoint';
  expect(drawn.filter((name) => !cards.includes(name) && name !== balance)).toEqual([
    '+Folded:2',
    '+OpenStep:3',
    'Aside',
    'Card:lantern.gems.300',
    'OpenStep:3',
  ]);
});
