import { createServer } from 'node:http';
import type { FrameLocator, Locator, Page } from '@playwright/test';
import { createTestPortal } from '../support/test-portal.ts';
import { expect, pageScript, test as qaTest } from './qa.fixture.ts';

type Foreign = {
  /** A small XState app on another site, and the same app on a second one. */
  readonly app: { readonly origin: string; readonly other: string };
  /** A QA build whose server allows `app.origin`. */
  readonly openViewer: string;
};

const test = qaTest.extend<object, Foreign>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's dependencies from this pattern
    async ({}, use) => {
      const script = await pageScript('foreign-app');
      const server = createServer((request, answer) => {
        const frame = request.url?.startsWith('/frame') ? '<iframe width="1200" height="700"></iframe>' : '';
        answer
          .writeHead(200, { 'content-type': 'text/html' })
          .end(
            `<!doctype html><title>App</title><button id="watch">Watch</button><button id="change">Change</button>${frame}<script type="module">${script}</script>`,
          );
      });
      await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      await use({ origin: `http://localhost:${port}`, other: `http://127.0.0.1:${port}` });
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker' },
  ],
  openViewer: [
    async ({ app }, use) => {
      const portal = await createTestPortal({ STATIC_DIR: 'dist/qa', INSPECTOR_ORIGINS: app.origin });
      await use(`${await portal.start()}/qa`);
      await portal.remove();
    },
    { scope: 'worker' },
  ],
});

// `@statelyai/inspect` sends each message in idle time, which Chromium may not grant for minutes on a busy machine.
test.beforeEach(({ context }) =>
  context.addInitScript(() => {
    window.requestIdleCallback = (run) => window.setTimeout(run);
  }),
);

/** The whole file runs in one worker, because each worker would start two servers. */
test.describe.configure({ mode: 'default' });

const watched = async (page: Page, origin: string, viewer: string): Promise<Page> => {
  await page.goto(`${origin}/?viewer=${encodeURIComponent(viewer)}`);
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Watch' }).click();
  const window = await opening;
  await window.waitForLoadState();
  return window;
};

/** The rows of the messages in a viewer. */
const messages = (viewer: Page | FrameLocator, name: RegExp): Locator =>
  viewer.getByRole('region', { name: 'Messages between actors' }).getByRole('button', { name });

const change = (page: Page): Promise<void> => page.getByRole('button', { name: 'Change' }).click();

test('C67 · an app of another site whose origin the server allows: the viewer shows its chart and its messages, in a window', async ({
  page,
  app,
  openViewer,
}) => {
  const viewer = await watched(page, app.origin, openViewer);
  await change(page);
  await change(page);
  await expect(messages(viewer, /light\.change/)).toHaveCount(2);
  const chart = viewer.getByRole('region', { name: /^Chart of/ });
  await expect(chart.locator('[data-active="leaf"][data-state-id="light.red"]')).toBeVisible();
  await expect(chart.locator('[data-state-id="light.yellow"]')).toBeVisible();
  await expect(viewer.getByText('INSPECTOR_ORIGINS')).toHaveCount(0);
});

test('C67 · the same in a frame of that app; the other QA pages and the portal stay closed to it', async ({
  page,
  app,
  openViewer,
  request,
}) => {
  await page.goto(`${app.origin}/frame?viewer=${encodeURIComponent(openViewer)}`);
  await page.getByRole('button', { name: 'Watch' }).click();
  const viewer = page.frameLocator('iframe');
  await expect(messages(viewer, /xstate\.init/)).toHaveCount(1);
  await change(page);
  await expect(messages(viewer, /light\.change/)).toHaveCount(1);

  const headers = async (path: string) => {
    const answer = (await request.get(new URL(path, openViewer).href)).headers();
    return [answer['content-security-policy']?.includes(app.origin), answer['cross-origin-opener-policy']];
  };
  expect(await headers('/qa')).toEqual([true, 'unsafe-none']);
  for (const path of ['/', '/qa-lab', '/qa-gallery', '/qa-preview'])
    expect([path, await headers(path)]).toEqual([path, [false, 'same-origin-allow-popups']]);
});

test('C67 · an origin that the server does not name is refused, and the viewer says why', async ({
  page,
  app,
  openViewer,
}) => {
  const viewer = await watched(page, app.other, openViewer);
  await change(page);
  await expect(viewer.getByRole('alert')).toContainText(`INSPECTOR_ORIGINS=${app.other}`);
  await expect(messages(viewer, /light\.change|xstate\.init/)).toHaveCount(0);
});

test('C67 · without the setting every other origin is refused: a window says why, a frame stays empty', async ({
  page,
  app,
  qaUrl,
}) => {
  const viewer = await watched(page, app.origin, `${qaUrl}/qa`);
  await change(page);
  await expect(viewer.getByRole('alert')).toContainText(`INSPECTOR_ORIGINS=${app.origin}`);
  expect(await viewer.evaluate(() => window.opener === null)).toBe(true);
  await expect(messages(viewer, /light\.change|xstate\.init/)).toHaveCount(0);

  const refused = page.waitForEvent('console', (line) => line.text().includes('frame-ancestors'));
  await page.goto(`${app.origin}/frame?viewer=${encodeURIComponent(`${qaUrl}/qa`)}`);
  await page.getByRole('button', { name: 'Watch' }).click();
  await refused;
  await expect(page.frameLocator('iframe').locator('#app')).toHaveCount(0);
});
