import { expect } from '@playwright/test';
import { clearHttpCache, storedPaths, workerReady } from './models/service-worker.model.ts';
import { test } from './portal.fixture.ts';

/** Calls that the page starts before it is drawn; nothing waits for them. */
const FIRST_CALLS = ['/api/user/uinfo', '/api/setting/init', '/api/user/webRole', '/api/bulletin/top'];

test.use({ serviceWorkers: 'allow' });

test.describe('a second visit', () => {
  test('transfers nothing but the first calls before the first paint, without the HTTP cache; without a network the page loads and says that it is offline; it stores the languages of the player, and damaged files are fetched again (BRWS-04, C17, I18N-04)', async ({
    checkout,
    player,
    context,
  }) => {
    checkout.expectedErrors.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED \S+\/api\//);
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
    const paths = before.transferred.map((url) => new URL(url).pathname);
    expect(paths.filter((path) => !FIRST_CALLS.includes(path))).toEqual([]);
    expect(before.worker).toBeGreaterThan(5);

    await clearHttpCache(page);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText(/offline/i).first()).toBeVisible();
    await context.setOffline(false);

    const languages = async () =>
      (await storedPaths(page)).flatMap((path) => /\/([\w-]+)\.(?:bundle|player|all)-/.exec(path)?.[1] ?? []);
    expect(new Set(await languages())).toEqual(new Set(['en-US']));
    await page.evaluate(() => localStorage.setItem('i18nextLng', 'de-DE'));
    await page.reload();
    await checkout.seeScreen('server');
    await expect.poll(async () => new Set(await languages())).toEqual(new Set(['de-DE', 'en-US']));

    await clearHttpCache(page);
    const damaged = await page.evaluate(async () => {
      let count = 0;
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          const response = await cache.match(request);
          if (!response || !request.url.endsWith('.js')) continue;
          const text = await response.text();
          await cache.put(request, new Response(text.slice(0, text.length / 2), { headers: response.headers }));
          count += 1;
        }
      }
      return count;
    });
    expect(damaged).toBeGreaterThan(5);
    await page.reload();
    await checkout.seeScreen('server');
  });

  test('the content security policy allows this worker and no other (S30)', async ({ checkout }) => {
    const { page } = checkout;
    checkout.expectedErrors.push(/Content Security Policy|TrustedScriptURL|Trusted Type/i);
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
  });
});

test('the browser can install the portal', { tag: '@windows' }, async ({ page }) => {
  await page.goto('/login');
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A browser context of a test is an incognito window.
  expect(installabilityErrors).toEqual([{ errorId: 'in-incognito', errorArguments: [] }]);
});
