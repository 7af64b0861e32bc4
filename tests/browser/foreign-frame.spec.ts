import { createServer } from 'node:http';
import { expect } from '@playwright/test';
import { test } from './portal.fixture.ts';

/** A page of another site with a frame, for as long as `use` takes. */
const withPage = async (frame: string, use: (url: string) => Promise<void>): Promise<void> => {
  const server = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html' }).end(`<iframe src="${frame}"></iframe>`);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  await use(`http://localhost:${typeof address === 'object' ? address?.port : 0}`);
  server.closeAllConnections();
  server.close();
};

test('a page of another site cannot show the portal in a frame (C66)', async ({ checkout, baseURL }) => {
  checkout.expectedErrors.push(/frame-ancestors/);
  const { page } = checkout;
  await withPage(new URL('/login', baseURL).href, async (url) => {
    const refused = page.waitForEvent('console', (line) => line.text().includes('frame-ancestors'));
    await page.goto(url);
    await refused;
    await expect(page.frameLocator('iframe').locator('[data-screen]')).toHaveCount(0);
  });
});
