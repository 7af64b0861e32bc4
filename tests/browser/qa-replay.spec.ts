import type { StatelyInspectionEvent } from '@statelyai/inspect';
import { writeFlow } from '../../src/qa/core/record/flow.file.ts';
import { expect, test } from './qa.fixture.ts';

test('a new recording replays in the app’s machines and views, step by step, without a network (INSP-03)', async ({
  checkout,
  player,
  sandbox,
  flow,
  context,
  inspectorUrl,
}) => {
  await checkout.placeOrder(player);
  const orderId = await checkout.orderId();
  await sandbox.act(orderId, 'pay');
  await checkout.seeResult('delivered');
  const text = writeFlow(await flow());

  const viewer = await context.newPage();
  const requests: string[] = [];
  viewer.on('request', (request) => {
    if (/\/(?:api|sandbox|cashier)\//.test(request.url())) requests.push(request.url());
  });
  await viewer.goto(`/qa?inspector=${encodeURIComponent(inspectorUrl)}`);
  await viewer
    .getByLabel('Open a recording')
    .setInputFiles({ name: 'a.flow.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  const position = viewer.getByRole('slider', { name: 'Step' });
  await expect(position).toBeEnabled();
  await expect(viewer.getByRole('alert')).toHaveCount(0);

  await viewer.getByRole('radio', { name: 'Screen' }).check({ force: true });
  const preview = viewer.frameLocator('iframe[title="The portal as it was"]');
  await position.fill((await position.getAttribute('max')) ?? '0');
  await expect(preview.locator('[data-payment="delivered"]')).toBeVisible();
  await expect(preview.getByText(orderId).first()).toBeVisible();

  await position.fill('0');
  await expect(preview.locator('[data-payment]')).toHaveCount(0);
  await viewer.getByRole('button', { name: 'Forward' }).click();
  await expect(viewer.locator('output')).toHaveText(/^2 \/ /);
  await position.fill('0');
  const [inspector] = await Promise.all([
    context.waitForEvent('page'),
    viewer.getByRole('button', { name: 'Stately', exact: true }).click(),
  ]);
  const seen = (): Promise<readonly StatelyInspectionEvent[]> => inspector.evaluate(() => window.seen ?? []);
  await expect.poll(async () => (await seen()).length).toBeGreaterThan(0);
  const [first] = await seen();
  expect(first).toMatchObject({ type: '@xstate.actor', parentId: undefined });
  const atStart = (await seen()).length;
  await viewer.bringToFront();
  for (let step = 0; step < 5; step += 1) await viewer.getByRole('button', { name: 'Forward' }).click();
  await expect.poll(async () => (await seen()).length).toBeGreaterThan(atStart);
  expect(JSON.stringify(await seen())).not.toContain('"settled"');
  await position.fill((await position.getAttribute('max')) ?? '0');
  await expect.poll(async () => JSON.stringify(await seen())).toContain('"settled":"delivered"');

  expect(requests).toEqual([]);
});
