import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { build, type Rolldown } from 'vite';
import type { Flow } from '../../src/qa/core/record/flow.file.ts';
import { test as portalTest } from './portal.fixture.ts';

type Fixtures = {
  readonly flow: () => Promise<Flow>;
  /** The QA build on its own server. */
  readonly qaUrl: string;
  /** An inspector on another origin: the package's own receiver, on a page that stores its messages. */
  readonly inspectorUrl: string;
};

/** The script of the inspector's page, as one file. */
const receiverScript = async (): Promise<string> => {
  const input = fileURLToPath(new URL('./pages/receiver.page.ts', import.meta.url));
  const made = (await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input } },
  })) as Rolldown.RolldownOutput;
  const [chunk] = made.output;
  return chunk.code;
};

export const recordingOf = (page: Page, name: string): Promise<Flow> =>
  page.evaluate((called) => {
    if (!window.portalQa) throw new Error('this is no QA build');
    return window.portalQa.recording(called);
  }, name);

export const test = portalTest.extend<Fixtures>({
  qaUrl: process.env['QA_URL'] ?? '',
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's dependencies from this pattern
  inspectorUrl: async ({}, use) => {
    const script = await receiverScript();
    const page = `<!doctype html><title>Inspector</title><script type="module">${script}</script>`;
    const server = createServer((_, answer) => answer.writeHead(200, { 'content-type': 'text/html' }).end(page));
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const address = server.address();
    await use(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/inspect`);
    server.closeAllConnections();
    server.close();
  },
  portalUrl: async ({ qaUrl }, use) => {
    await use(qaUrl);
  },
  flow: async ({ page }, use) => {
    await use(() => recordingOf(page, 'test'));
  },
});

export { expect };
