import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { connectedApp, OWN_FILES } from '../support/packaged-app.ts';
import { test } from './viewer-package.fixture.ts';

/** The whole file runs in one worker, because each worker would build the package. */
test.describe.configure({ mode: 'default' });

const watched = async (page: Page): Promise<Page> => {
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Watch' }).click();
  return opening;
};

const choose = (page: Page): Promise<void> => page.getByRole('button', { name: 'Choose a file' }).click();

const messages = (viewer: Page, name: RegExp) =>
  viewer.getByRole('region', { name: 'Messages between actors' }).getByRole('button', { name });

const expectUpload = async (viewer: Page): Promise<void> => {
  await expect(messages(viewer, /file\.chosen/)).toHaveCount(1);
  const chart = viewer.getByRole('region', { name: 'Chart of upload' });
  await expect(chart.locator('[data-active="leaf"][data-state-id="upload.stored"]')).toBeVisible();
};

/** Words of the portal: its machines, API, views and texts. */
const PORTAL_WORDS = [
  'epointRecharge',
  'coinBalance',
  'webCreate',
  'portal.flow',
  'idempotency',
  'Top up',
  'qa-preview',
];

test('INSP-05 · the tarball contains the glue, the page and nothing of the portal', async ({ viewerPackage }) => {
  const { files, size } = viewerPackage;
  expect([...files.keys()].map((path) => path.replace(/-[\w-]{8}\.(js|css)$/, '-HASH.$1')).toSorted()).toEqual([
    'README.md',
    'connect-viewer.d.ts',
    'connect-viewer.js',
    'package.json',
    'page/assets/elk-worker.min-HASH.js',
    'page/assets/index-HASH.css',
    'page/assets/index-HASH.js',
    'page/index.html',
    'page/third-party-licenses.md',
  ]);
  const all = [...files.values()].join('\n');
  expect(PORTAL_WORDS.filter((word) => all.includes(word))).toEqual([]);
  const assets = readdirSync('dist/qa/assets').filter((name) => name.endsWith('.js'));
  const portal = assets.map((name) => readFileSync(join('dist/qa/assets', name), 'utf8')).join('\n');
  expect(PORTAL_WORDS.filter((word) => !portal.includes(word))).toEqual([]);
  expect(size / 1_024).toBeLessThan(700);
  expect(files.get('README.md')).not.toMatch(/PACKAGE_NAME|XSTATE_VERSION/);
});

test('INSP-05 · the glue has at most ten lines, those of the README, and type-checks', async ({ viewerPackage }) => {
  const own = new Set(OWN_FILES['app.ts'].split('\n'));
  const glue = connectedApp('@acme/viewer')
    .split('\n')
    .filter((line) => !own.has(line));
  expect(glue.length).toBeGreaterThan(0);
  expect(glue.length).toBeLessThanOrEqual(10);
  const [, sample = ''] = /```ts\n([\s\S]*?)```/.exec(viewerPackage.files.get('README.md') ?? '') ?? [];
  const asInReadme = (line: string): string =>
    line.replace(/url: .*(?= \})/, "url: '/viewer/'").replace('uploadMachine', 'machine');
  expect(glue.map(asInReadme)).toEqual(sample.trim().split('\n'));
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', viewerPackage.app], { stdio: 'pipe' });
});

test('INSP-05 · an app of another team: chart, state, messages, transitions; a saved file shows the same', async ({
  page,
  context,
  viewerPackage,
}) => {
  const problems: string[] = [];
  context.on('weberror', (error) => problems.push(String(error.error())));
  context.on('console', (line) => problems.push(line.text()));
  await page.goto(viewerPackage.url);
  await choose(page);
  const viewer = await watched(page);
  await expectUpload(viewer);
  const details = viewer.getByRole('complementary', { name: 'Message and context' });
  await expect(viewer.getByRole('option', { name: /^Call / })).toHaveCount(1);
  await messages(viewer, /file\.chosen/).click();
  await expect(details).toContainText('"a.png"');
  await expect(details).toContainText('[isSmall]');
  await viewer.getByText('Coverage').click();
  const chart = viewer.getByRole('region', { name: 'Chart of upload' });
  await expect(chart).toContainText('1 ×');

  const saving = viewer.waitForEvent('download');
  await viewer.getByRole('button', { name: 'Save' }).click();
  const file = await (await saving).path();
  const colleague = await context.newPage();
  await colleague.goto(`${viewerPackage.url}/viewer/`);
  await expect(colleague.getByText('connectViewer')).toBeVisible();
  await colleague.getByLabel('Open a recording').setInputFiles(file);
  await expect(messages(colleague, /file\.chosen/)).toHaveCount(1);
  await colleague.getByRole('slider', { name: 'Step' }).press('End');
  await expectUpload(colleague);
  expect(problems).toEqual([]);
});

test('INSP-05 · what needs the machines of the portal is absent', async ({ page, viewerPackage }) => {
  await page.goto(viewerPackage.url);
  const viewer = await watched(page);
  await choose(page);
  await expectUpload(viewer);
  for (const name of ['Share', 'Stately', 'Compare with…'])
    await expect(viewer.getByText(name, { exact: true })).toHaveCount(0);
  await expect(viewer.getByRole('radio', { name: 'Screen' })).toHaveCount(0);
  await viewer.getByRole('button', { name: 'Keys' }).click();
  const keys = viewer.getByRole('dialog', { name: 'Keys' });
  await expect(keys).toContainText('Fit the chart');
  await expect(keys).not.toContainText('screen');
  await keys.getByRole('button', { name: 'Close' }).click();
  const flow = fileURLToPath(new URL('../flows/declined.flow.json', import.meta.url));
  await viewer.getByLabel('Open a recording').setInputFiles(flow);
  await expect(viewer.getByRole('alert')).toHaveText('This file is not a list of messages that a viewer saved.');
});

test('INSP-05 · an app on another origin is refused until the host of the page lists it', async ({
  page,
  viewerPackage: { url, appElsewhere },
}) => {
  await page.goto(`${appElsewhere}/?viewer=${encodeURIComponent(`${url}/viewer/`)}`);
  const closed = await watched(page);
  await choose(page);
  await expect(closed.getByRole('alert')).toContainText(`<meta name="inspector-origins" content="${appElsewhere}">`);
  await expect(messages(closed, /file\.chosen/)).toHaveCount(0);
  await closed.close();

  await page.goto(`${appElsewhere}/?viewer=${encodeURIComponent(`${url}/open/`)}`);
  const open = await watched(page);
  await choose(page);
  await expectUpload(open);
  await expect(open.getByRole('alert')).toHaveCount(0);
});
