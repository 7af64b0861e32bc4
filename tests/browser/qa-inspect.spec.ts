import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { createWebSocketReceiver, type StatelyInspectionEvent } from '@statelyai/inspect';
import { createInspectorServer } from '@statelyai/inspect/server';
import { type Flow, readFlow, writeFlow } from '../../src/qa/core/record/flow.file.ts';
import { freePort } from '../support/runs/portal-process.mjs';
import { AxeModel } from './models/axe.model.ts';
import { expect, test } from './qa.fixture.ts';
import { routeResponse } from './route-response.ts';

type Seen = readonly StatelyInspectionEvent[];

const countOf = (seen: Seen, type: StatelyInspectionEvent['type']): number =>
  seen.filter((message) => message.type === type).length;

const statesOf = (seen: Seen, name: string): string[] => {
  const ids = seen.flatMap((one) => (one.type === '@xstate.actor' && one.name === name ? [one.sessionId] : []));
  return seen.flatMap((one) =>
    one.type === '@xstate.snapshot' && ids.includes(one.sessionId) ? [JSON.stringify(one.snapshot)] : [],
  );
};

test("over a WebSocket to the package's server: every actor, event and snapshot of a whole top-up, and no secret (INSP-01, INSP-02, C64)", async ({
  checkout,
  player,
  flow,
}) => {
  const port = await freePort();
  const server = createInspectorServer({ port, autoOpen: false });
  const seen: StatelyInspectionEvent[] = [];
  createWebSocketReceiver({ server: `ws://127.0.0.1:${port}` }).subscribe((message) => seen.push(message));

  const logged: string[] = [];
  checkout.page.on('console', (line) => logged.push(line.text()));
  const secrets = 'token=url-canary-5f2&password=url-canary-9c1';
  await checkout.logInToTopUp(player, `/main/recharge?inspect=ws://127.0.0.1:${port}&${secrets}`);
  await checkout.walkToConfirm();
  const cashier = await checkout.pay();
  const payUrl = await checkout.payUrl(cashier);
  const orderId = await checkout.orderId();
  await checkout.deliver(orderId);

  const recorded = await flow();
  const rows = recorded.runs.flatMap((run) => run.rows);
  const actors = rows.filter(({ kind }) => kind === 'actor').length;
  await expect.poll(() => countOf(seen, '@xstate.actor')).toBeGreaterThanOrEqual(actors);
  const inspected = new Set(
    seen.flatMap((one) => (one.type === '@xstate.event' ? [`${one.event.type} ${JSON.stringify(one.event)}`] : [])),
  );
  for (const row of rows)
    if (row.kind === 'event') expect(inspected).toContain(`${row.event.type} ${JSON.stringify(row.event)}`);
  expect(countOf(seen, '@xstate.snapshot')).toBeGreaterThanOrEqual(rows.filter(({ kind }) => kind === 'state').length);
  expect(statesOf(seen, `payment.${orderId}`).at(-1)).toContain('"settled":"delivered"');

  const token = await checkout.page.evaluate(() => localStorage.getItem('token'));
  await checkout.page.reload();
  await expect(checkout.page.getByText('· 2 pages')).toBeVisible();
  const stored = await checkout.page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  expect(stored).toContain('qa.runs');
  const left = [JSON.stringify(seen), writeFlow(recorded), writeFlow(await flow()), stored, ...logged].join('\n');
  for (const secret of [player.password, player.account, token, payUrl, 'url-canary-']) {
    expect(secret).toBeTruthy();
    expect(left).not.toContain(secret);
  }
  server.stop();
});

test('in a frame on another origin: nothing is lost at the start, and a reload gets everything again (INSP-01)', async ({
  checkout,
  inspectorUrl,
}) => {
  await checkout.enterAsNew(`/main/recharge?inspect=frame&inspector=${encodeURIComponent(inspectorUrl)}`);
  await checkout.seeScreen('server');
  const frame = () => checkout.page.frames().find((one) => one.url() === inspectorUrl);
  const seen = async (): Promise<Seen> => (await frame()?.evaluate(() => window.seen ?? [])) ?? [];
  await expect.poll(async () => statesOf(await seen(), 'recharge').length).toBeGreaterThan(0);
  const [first] = await seen();
  expect(first).toMatchObject({ type: '@xstate.actor', parentId: undefined });
  const before = (await seen()).length;
  await Promise.all([
    checkout.page.waitForEvent('framenavigated', (one) => one.url() === inspectorUrl),
    frame()?.evaluate(() => {
      setTimeout(() => location.reload());
    }),
  ]);
  await expect.poll(async () => (await seen()).length).toBeGreaterThanOrEqual(before);
  expect((await seen())[0]).toEqual(first);
});

const downloadedFlow = async (page: Page, save: () => Promise<void>): Promise<Flow> => {
  const [download] = await Promise.all([page.waitForEvent('download'), save()]);
  expect(download.suggestedFilename()).toMatch(/^flow-[\d-T]+\.flow\.json$/);
  const read = readFlow(readFileSync(await download.path(), 'utf8'));
  if (!read.ok) throw new Error(read.line);
  return read.flow;
};

test('each control of the test banner works, and on a phone they open below it and fit the page; it turns red and names the rule that this page load has broken (INSP-03, SESS-09)', async ({
  checkout,
}) => {
  const { page } = checkout;
  await checkout.openTopUp();
  const banner = page.getByRole('complementary', { name: 'Testing' });
  const press = (name: string) => banner.getByRole('button', { name, exact: true }).click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await new AxeModel(page).violations('page', ['color-contrast'])).toEqual([]);
  }

  await expect(page.getByText('TEST · no money moves')).toBeVisible();
  await expect(banner).not.toHaveAttribute('data-broken');
  const calm = await banner.evaluate((element) => getComputedStyle(element).backgroundColor);
  const saved = await downloadedFlow(page, () => press('Save'));
  expect(saved.runs.at(-1)?.rows.length).toBeGreaterThan(50);

  for (const name of ['Live', 'Recording', 'Lab', 'Gallery']) {
    const opened = await checkout.opened(banner.getByRole('link', { name, exact: true }).click());
    await expect(opened.getByRole('heading', { level: 1, name })).toBeAttached();
    await opened.close();
  }

  await press('Stop');
  await expect(banner).toContainText('Stopped');
  const stopped = await downloadedFlow(page, () => press('Save'));
  await checkout.chooseRole();
  expect((await downloadedFlow(page, () => press('Save'))).runs).toEqual(stopped.runs);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(banner).toContainText('2 pages');
  await expect.poll(async () => (await banner.boundingBox())?.height).toBeLessThan(60);
  await banner.getByRole('button', { name: 'Tools' }).click();
  await expect(banner.getByText('2 pages')).toBeInViewport({ ratio: 1 });
  for (const control of [
    banner.getByRole('button', { name: 'Save', exact: true }),
    banner.getByRole('button', { name: 'Stately' }),
    banner.getByRole('link', { name: 'Lab' }),
    banner.getByRole('link', { name: 'Gallery' }),
    banner.getByRole('button', { name: 'Start over' }),
  ])
    await expect(control).toBeInViewport({ ratio: 1 });
  await Promise.all([page.waitForEvent('load'), press('Start over')]);
  await expect(banner).toContainText('Recording');
  await expect(banner).not.toContainText('pages');

  await page.setViewportSize({ width: 1280, height: 844 });
  await expect(page.locator('[data-layout]')).toHaveAttribute('data-layout', 'desktop');
  // The root believes that the session has ended, and the session still has the account.
  await page.evaluate(() => {
    const root = window.portalQa?.root();
    root?.send({ type: 'session.ended', why: 'logout' });
    root?.send({ type: 'layout.changed', isMobile: true });
  });
  await expect(banner.getByRole('alert')).toHaveText(
    'Broken rule: After a logout nothing of the account is in any machine. (logout-leaves-nothing)',
  );
  await expect(banner).toHaveAttribute('data-broken', 'logout-leaves-nothing');
  await expect(banner).not.toHaveCSS('background-color', calm);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(banner.getByRole('alert')).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => window.portalQa?.brokenRules())).toEqual([
    expect.objectContaining({ id: 'logout-leaves-nothing', path: '$' }),
  ]);
});

test('the test banner says that no receiver answers at a WebSocket address (INSP-01)', async ({ checkout, page }) => {
  const port = await freePort();
  await page.routeWebSocket(`ws://127.0.0.1:${port}`, (socket) => socket.close());
  await checkout.enterAsNew(`/main/recharge?inspect=ws://127.0.0.1:${port}`);
  await checkout.seeScreen('server');
  const banner = page.getByRole('complementary', { name: 'Testing' });
  await expect(banner.getByRole('status')).toHaveText(`No receiver at ws://127.0.0.1:${port}, trying again`);
  await banner.getByRole('button', { name: 'Close inspector' }).click();
  await expect(banner.getByRole('status')).toHaveCount(0);
});

test('the test banner says that no inspector answers and that Live works, and notices that its window was closed (INSP-01)', async ({
  checkout,
}) => {
  const { page } = checkout;
  const port = await freePort();
  await checkout.enterAsNew(`/main/recharge?inspect=off&inspector=http://127.0.0.1:${port}/inspect`);
  await checkout.seeScreen('server');
  const banner = page.getByRole('complementary', { name: 'Testing' });
  const inspector = await checkout.opened(banner.getByRole('button', { name: 'Stately' }).click());
  await page.bringToFront();
  await expect(banner.getByRole('status')).toHaveText(`127.0.0.1:${port} does not answer. Live works without it`);
  await expect(banner.getByRole('link', { name: 'Live', exact: true })).toBeVisible();
  await inspector.close();
  await expect(banner.getByRole('button', { name: 'Stately' })).toBeVisible();
  await expect(banner.getByRole('status')).toHaveCount(0);
});

test('the test banner lists what the portal cannot read of the API, once for each cause (READ-04)', async ({
  page,
  checkout,
}) => {
  await page.route('**/api/order/webProduct', async (route) => {
    const response = await routeResponse(route);
    const body = await response.json();
    for (const [at, row] of body.result.entries()) if (at < 3) row.price = at === 2 ? true : 'a lot';
    await route.fulfill({ response, json: body });
  });
  const findings = page.locator('#qa-bar details');
  await checkout.openTopUp();
  await expect(findings).toBeHidden();
  await checkout.chooseRole();
  await findings.getByText('API: 2 findings').click();
  const entry = (got: string) =>
    findings.getByText(
      `price should be an amount in US dollars, and is ${got}. The page says that an entry cannot be read.`,
    );
  await expect(entry('the text "a aaa"')).toContainText('/api/order/webProduct: result.0.');
  await expect(entry('true')).toContainText('/api/order/webProduct: result.2.');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(entry('true')).toBeInViewport({ ratio: 1 });
});
