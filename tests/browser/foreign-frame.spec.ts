import { expect } from '@playwright/test';
import { test } from './portal.fixture.ts';

test('C66 · a page of another site cannot show the portal in a frame', async ({ checkout, baseURL }) => {
  const { page } = checkout;
  const login = new URL('/login', baseURL).href;
  await page.route('http://attacker.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${login}"></iframe>` }),
  );
  const refused = page.waitForEvent('console', (line) => line.text().includes('frame-ancestors'));
  await page.goto('http://attacker.example/');
  await refused;
  await expect(page.frameLocator('iframe').locator('[data-screen]')).toHaveCount(0);
});
