import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { DEMO_BUILD } from '../../server/demo-environment.mjs';
import { createTestPortal } from '../support/server/postgres-cluster.ts';
import type { CheckoutModel } from './models/checkout.model.ts';
import { clearHttpCache, storedPaths, workerReady } from './models/service-worker.model.ts';
import { type Player, test as portalTest } from './portal.fixture.ts';

/** A server whose build and settings change while pages are open. */
type Deployment = {
  readonly url: string;
  /** Replaces the build: files of the old one are gone. */
  readonly deploy: () => Promise<void>;
  /** SERVICE_WORKER=0. */
  readonly turnWorkerOff: () => Promise<void>;
};

const test = portalTest.extend<{ readonly deployment: Deployment }, { readonly nextBuild: () => string }>({
  nextBuild: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's dependencies from this pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'portal-next-'));
      const buildOnce = (): string => {
        if (existsSync(join(folder, 'index.html'))) return folder;
        const args = ['node_modules/vite/bin/vite.js', 'build', '--outDir', folder, '--logLevel', 'error'];
        const { status, stderr } = spawnSync(process.execPath, args, {
          env: { ...process.env, ...DEMO_BUILD, NODE_ENV: 'production', VITE_VERSION: '99.0.0' },
          encoding: 'utf8',
        });
        expect(status, stderr).toBe(0);
        return folder;
      };
      await use(buildOnce);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  deployment: async ({ nextBuild }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-deployed-'));
    cpSync('dist/portal', folder, { recursive: true });
    const environment: Record<string, string> = { STATIC_DIR: folder };
    const portal = await createTestPortal(environment);
    await portal.start();
    await use({
      url: portal.url,
      deploy: async () => {
        await portal.stop();
        rmSync(folder, { recursive: true });
        cpSync(nextBuild(), folder, { recursive: true });
        await portal.start();
      },
      turnWorkerOff: async () => {
        await portal.stop();
        environment['SERVICE_WORKER'] = '0';
        await portal.start();
      },
    });
    await portal.remove();
    rmSync(folder, { recursive: true, force: true });
  },
  portalUrl: async ({ deployment }, use) => {
    await use(deployment.url);
  },
});

test.use({ serviceWorkers: 'allow' });
/** Chromium activates the new worker when the old one has no running event, after five minutes at the latest. */
const ACTIVATION_MS = 330_000;

/** The tests run in one worker process, which builds the next build only once. */
test.describe.configure({ mode: 'default', timeout: 360_000 + ACTIVATION_MS });

/** The URL of the entry chunk, whose name contains a hash. */
const buildOf = async (page: Page): Promise<string> => {
  const entry = await page.waitForFunction(() => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name);
    return names.find((name) => /\/assets\/start-[\w-]+\.js$/.test(name));
  });
  return (await entry.jsonValue()) ?? '';
};

/** Opens the top-up page, waits for its worker, and returns the build. */
const openWithWorker = async (checkout: CheckoutModel, player: Player): Promise<string> => {
  await checkout.openTopUp(player);
  await workerReady(checkout.page);
  return buildOf(checkout.page);
};

/** The browser checks for a new worker when a page opens; this is the same check. */
const waitForUpdate = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const { installing } = registration;
    if (!installing) return;
    await new Promise<void>((resolve) => {
      installing.addEventListener('statechange', () => {
        if (installing.state !== 'installing') resolve();
      });
    });
  });

const hasWaitingWorker = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);

/** Each later load sends requests without end, which the worker answers, and marks its page when the worker is registered. */
const keepWorkerBusy = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = async function (...given) {
      const registration = await register.apply(this, given);
      document.documentElement.dataset['registered'] = '';
      return registration;
    };
    const request = (): Promise<unknown> => fetch('/assets/none.js').then(request, request);
    void request();
  });

const registrations = (page: Page): Promise<number> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

const cacheNames = (page: Page): Promise<readonly string[]> => page.evaluate(() => caches.keys());

test('a file that two builds share has the same content in both (C54)', ({ nextBuild }) => {
  const [now, next] = ['dist/portal/assets', join(nextBuild(), 'assets')] as const;
  const shared = readdirSync(next).filter((name) => existsSync(join(now, name)));
  expect(shared.length).toBeGreaterThan(20);
  const isSame = (name: string): boolean => readFileSync(join(now, name)).equals(readFileSync(join(next, name)));
  expect(shared.filter((name) => !isSame(name))).toEqual([]);
});

test('an open order continues with the code of its own build, which the server no longer has; a reload of the only page opens the new build, and the kill switch removes the worker (C54)', async ({
  checkout,
  player,
  sandbox,
  context,
  deployment,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource|net::ERR/);
  const { page } = checkout;
  const home = page.locator('[data-screen="home"]');
  const build = await openWithWorker(checkout, player);
  const [stored] = (await cacheNames(page)).filter((name) => name !== 'portal-next');
  const other = await context.newPage();
  await other.goto('/main/home');
  await checkout.walkToConfirm();
  const cashier = await checkout.pay();
  const orderId = await checkout.orderId();
  await page.bringToFront();

  await deployment.deploy();
  expect((await page.request.get(build, { headers: { connection: 'close' } })).status()).toBe(404);
  await waitForUpdate(page);
  expect(await hasWaitingWorker(page)).toBe(true);
  await clearHttpCache(page);

  await test.step('the order is paid in the old build', async () => {
    await checkout.press('Later');
    await page.getByRole('link', { name: 'Home' }).first().click();
    await expect(home).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refresh' })).toHaveCount(0);
    await sandbox.act(orderId, 'pay');
    await expect(page.getByText(/Your items have been delivered/).first()).toBeVisible();
    expect(await buildOf(page)).toBe(build);
  });

  await test.step('a reload with another page of the old build open stays on the old build', async () => {
    await cashier.close();
    await page.reload();
    await expect(home).toBeVisible();
    expect([await buildOf(page), await buildOf(other)]).toEqual([build, build]);
    expect(await hasWaitingWorker(page)).toBe(true);
  });

  await test.step('a reload of the only page opens the new build and deletes the old one', async () => {
    await other.close();
    await page.reload();
    await expect(home).toBeVisible();
    expect(await buildOf(page)).not.toBe(build);
    await expect.poll(() => cacheNames(page), { timeout: ACTIVATION_MS }).not.toContain(stored);
    expect(await hasWaitingWorker(page)).toBe(false);
    await page.reload();
    await expect(home).toBeVisible();
    expect(await storedPaths(page)).toContain('/');
  });

  await test.step('the kill switch removes a busy worker and its caches with the next load, although another page is open', async () => {
    const open = await context.newPage();
    await open.goto('/main/home');
    await deployment.turnWorkerOff();
    await keepWorkerBusy(page);
    // Each later load registers the worker again, which removes itself again.
    for (const isServed of [true, false, false]) {
      await page.reload();
      await expect(home).toBeVisible();
      expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(isServed);
      await expect(page.locator('html[data-registered]')).toBeAttached();
      await expect.poll(() => registrations(page)).toBe(0);
      await expect.poll(() => cacheNames(page)).toEqual([]);
    }
    const served = await page.evaluate(
      () => (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.transferSize,
    );
    expect(served).toBeGreaterThan(0);
  });
});
