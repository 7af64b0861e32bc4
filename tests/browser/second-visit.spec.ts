import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { DEMO_BUILD } from '../../server/demo-environment.mjs';
import { createPortalProcess } from '../support/portal-process.mjs';
import { test as portalTest } from './portal.fixture.ts';

portalTest.use({ serviceWorkers: 'allow' });

/** Paths in the caches of the origin, with their queries. */
const storedPaths = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return [...new Set(requests.flat().map(({ url }) => url.slice(location.origin.length)))];
  });

/** Resolves when the worker serves the page and has stored its build with its language. */
const workerReady = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
  });
  await expect.poll(() => storedPaths(page)).toContainEqual(expect.stringMatching(/\/en-US\.later-/));
};

const clearHttpCache = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
};

portalTest.describe('a second visit', () => {
  portalTest('transfers nothing before the first paint, without the HTTP cache', async ({ checkout, player }) => {
    const { page } = checkout;
    await checkout.openTopUp(player);
    await workerReady(page);
    await clearHttpCache(page);
    await checkout.open('/main/recharge');
    await checkout.seeScreen('server');
    const before = await page.evaluate(() => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
      const timings = ['navigation', 'resource'].flatMap(
        (type) => performance.getEntriesByType(type) as PerformanceResourceTiming[],
      );
      const early = timings.filter(({ name, startTime }) => startTime <= paint || /\.(?:js|css)$/.test(name));
      return {
        paint,
        transferred: early.filter(({ transferSize }) => transferSize > 0).map(({ name }) => name),
        worker: early.filter(({ workerStart }) => workerStart > 0).length,
      };
    });
    expect(before.paint).toBeGreaterThan(0);
    expect(before.transferred).toEqual([]);
    expect(before.worker).toBeGreaterThan(5);
  });

  portalTest(
    'C17 · the page and its code load without a network, and the portal says that it is offline',
    async ({ checkout, player, context, expectedErrors }) => {
      expectedErrors.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED \S+\/api\//);
      const { page } = checkout;
      await checkout.openTopUp(player);
      await workerReady(page);
      await clearHttpCache(page);
      await context.setOffline(true);
      await page.reload();
      await expect(page.getByText(/offline/i).first()).toBeVisible();
    },
  );

  portalTest(
    'stores the page and its files only: no call, no cashier, no URL with a query',
    async ({ checkout, player }) => {
      const { page } = checkout;
      await checkout.openTopUp(player);
      await workerReady(page);
      const fromWorker: string[] = [];
      const fromServer: string[] = [];
      page.context().on('response', (response) => {
        const { pathname } = new URL(response.url());
        if (/^\/(?:api|cashier)\//.test(pathname))
          (response.fromServiceWorker() ? fromWorker : fromServer).push(pathname);
      });
      await checkout.open('/main/recharge?token=SECRET');
      await checkout.seeScreen('server');
      await checkout.walkToConfirm();
      const cashier = await checkout.pay();
      await checkout.payUrl(cashier);
      await cashier.getByRole('button').first().waitFor();
      const stored = await storedPaths(page);
      expect(stored).toContain('/');
      expect(stored.filter((path) => path !== '/' && !/^\/assets\/[\w.-]+$/.test(path))).toEqual([]);
      expect(fromServer.some((path) => path.startsWith('/api/'))).toBe(true);
      expect(fromServer.some((path) => path.startsWith('/cashier/'))).toBe(true);
      expect(fromWorker).toEqual([]);
    },
  );

  portalTest('I18N-04 · stores the languages of the player and no other', async ({ checkout, player, page }) => {
    await checkout.openTopUp(player);
    await workerReady(page);
    const languages = async () => [
      ...new Set((await storedPaths(page)).flatMap((path) => /\/([\w-]+)\.(?:bundle|later)-/.exec(path)?.[1] ?? [])),
    ];
    expect(await languages()).toEqual(['en-US']);
    await page.evaluate(() => localStorage.setItem('i18nextLng', 'de-DE'));
    await page.reload();
    await checkout.seeScreen('server');
    await expect.poll(async () => (await languages()).toSorted()).toEqual(['de-DE', 'en-US']);
  });

  portalTest(
    'S30 · the content security policy allows this worker and no other',
    async ({ checkout, expectedErrors }) => {
      expectedErrors.push(/Content Security Policy|TrustedScriptURL|Trusted Type/i);
      const { page } = checkout;
      await checkout.open('/login');
      await workerReady(page);
      const attempts = await page.evaluate(async () => {
        type Types = { createPolicy: (name: string, rules: object) => { createScriptURL: (url: string) => string } };
        const { trustedTypes } = window as unknown as { trustedTypes: Types };
        const rules = { createScriptURL: (url: string) => url };
        const outcome = async (attempt: () => unknown): Promise<string> => {
          try {
            await attempt();
            return 'allowed';
          } catch (error) {
            return error instanceof Error ? error.name : String(error);
          }
        };
        const register = (name: string) =>
          navigator.serviceWorker.register(trustedTypes.createPolicy(name, rules).createScriptURL('/other.js'));
        return {
          'a plain URL': await outcome(() => navigator.serviceWorker.register('/service-worker.js')),
          'a policy of another name': await outcome(() => register('other')),
          'a second policy of this name': await outcome(() => register('service-worker')),
        };
      });
      expect(Object.entries(attempts).filter(([, outcome]) => outcome === 'allowed')).toEqual([]);
      expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(1);
    },
  );
});

portalTest('the browser can install the portal', { tag: '@windows' }, async ({ page }) => {
  await page.goto('/login');
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A browser context of a test is an incognito window.
  expect(installabilityErrors).toEqual([{ errorId: 'in-incognito', errorArguments: [] }]);
});

/** A server whose build and settings change while pages are open. */
type Deployment = {
  readonly url: string;
  /** Replaces the build: files of the old one are gone. */
  readonly deploy: () => Promise<void>;
  /** Adds the next build, but still serves the page of the old one, as a second server that is not yet updated. */
  readonly deployWithoutPage: () => Promise<void>;
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
    const portal = await createPortalProcess(environment);
    await portal.start();
    await use({
      url: portal.url,
      deploy: async () => {
        await portal.stop();
        rmSync(folder, { recursive: true });
        cpSync(nextBuild(), folder, { recursive: true });
        await portal.start();
      },
      deployWithoutPage: async () => {
        await portal.stop();
        cpSync(nextBuild(), folder, { recursive: true, filter: (path) => !basename(path).startsWith('index.html') });
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

/** The entry script names the build. */
const buildOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '');

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

const cacheNames = (page: Page): Promise<readonly string[]> => page.evaluate(() => caches.keys());

test.describe('a deployment', () => {
  // One worker process builds the next build once.
  test.describe.configure({ mode: 'default' });
  test.beforeEach(({ expectedErrors }) => {
    expectedErrors.push(/Failed to load resource|net::ERR/);
  });

  test('C54 · an open order continues with the code of its own build, which the server no longer has', async ({
    checkout,
    player,
    sandbox,
    deployment,
  }) => {
    const { page } = checkout;
    await checkout.openTopUp(player);
    await workerReady(page);
    const build = await buildOf(page);
    await checkout.walkToConfirm();
    await checkout.pay();
    const orderId = await checkout.orderId();
    await page.bringToFront();

    await deployment.deploy();
    expect((await page.request.get(build, { headers: { connection: 'close' } })).status()).toBe(404);
    await waitForUpdate(page);
    expect(await hasWaitingWorker(page)).toBe(true);
    await clearHttpCache(page);

    await checkout.press('Later');
    await page.getByRole('link', { name: 'Home' }).first().click();
    await expect(page.locator('[data-screen="home"]')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refresh' })).toHaveCount(0);
    await sandbox.act(orderId, 'pay');
    await expect(page.getByText(/Delivered\. Your items/).first()).toBeVisible();
    expect(await buildOf(page)).toBe(build);
    expect(await hasWaitingWorker(page)).toBe(true);
  });

  test('C54 · a reload of the only page opens the new build and deletes the old one', async ({
    checkout,
    player,
    deployment,
  }) => {
    const { page } = checkout;
    await checkout.openTopUp(player);
    await workerReady(page);
    const build = await buildOf(page);
    const [stored] = (await cacheNames(page)).filter((name) => name !== 'portal-next');
    await deployment.deploy();
    await waitForUpdate(page);

    await page.reload();
    await checkout.seeScreen('server');
    expect(await buildOf(page)).not.toBe(build);
    await expect.poll(() => cacheNames(page)).not.toContain(stored);
    expect(await hasWaitingWorker(page)).toBe(false);
    await page.reload();
    await checkout.seeScreen('server');
    expect(await storedPaths(page)).toContain('/');
  });

  test('C54 · a reload with another page of the old build open stays on the old build', async ({
    checkout,
    player,
    context,
    deployment,
  }) => {
    const { page } = checkout;
    await checkout.openTopUp(player);
    await workerReady(page);
    const build = await buildOf(page);
    const other = await context.newPage();
    await other.goto('/main/home');
    await deployment.deploy();
    await waitForUpdate(page);

    await page.reload();
    await checkout.seeScreen('server');
    expect([await buildOf(page), await buildOf(other)]).toEqual([build, build]);
    const third = await context.newPage();
    await third.goto('/main/recharge');
    expect(await buildOf(third)).toBe(build);

    await third.close();
    await other.close();
    await page.reload();
    await checkout.seeScreen('server');
    expect(await buildOf(page)).not.toBe(build);
  });

  test('C54 · a build whose page is not deployed yet is not installed, and is installed later', async ({
    checkout,
    player,
    deployment,
  }) => {
    const { page } = checkout;
    await checkout.openTopUp(player);
    await workerReady(page);
    const build = await buildOf(page);
    await deployment.deployWithoutPage();
    await waitForUpdate(page);
    expect(await hasWaitingWorker(page)).toBe(false);
    await page.reload();
    await checkout.seeScreen('server');
    expect(await buildOf(page)).toBe(build);

    await deployment.deploy();
    await waitForUpdate(page);
    expect(await hasWaitingWorker(page)).toBe(true);
  });
});

test('the kill switch removes the worker and its caches with the next load', async ({
  checkout,
  player,
  deployment,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource|net::ERR/);
  const { page } = checkout;
  await checkout.openTopUp(player);
  await workerReady(page);
  await deployment.turnWorkerOff();

  await page.reload();
  await checkout.seeScreen('server');
  await expect.poll(() => cacheNames(page)).toEqual([]);
  await page.reload();
  await checkout.seeScreen('server');
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  const served = await page.evaluate(
    () => (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.transferSize,
  );
  expect(served).toBeGreaterThan(0);
});
