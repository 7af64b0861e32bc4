import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { build, type Rolldown } from 'vite';
import type { Flow } from '../../src/qa/record/flow.file.ts';
import { createBrowserPortal } from '../support/browser-portal.ts';
import { test as portalTest } from './portal.fixture.ts';

type WorkerFixtures = {
  /** The QA build on its own server. */
  readonly qaUrl: string;
  /** An inspector on another origin: the package's own receiver, on a page that stores its messages. */
  readonly inspectorUrl: string;
};

/** The script of a page in `pages`, as one file. */
export const pageScript = async (name: string): Promise<string> => {
  const input = fileURLToPath(new URL(`./pages/${name}.page.ts`, import.meta.url));
  const made = (await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input } },
  })) as Rolldown.RolldownOutput;
  const [chunk] = made.output;
  return chunk.code;
};

export const test = portalTest.extend<{ readonly flow: () => Promise<Flow> }, WorkerFixtures>({
  qaUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's dependencies from this pattern
    async ({}, use) => {
      const portal = await createBrowserPortal({ STATIC_DIR: 'dist/qa' });
      await use(await portal.start());
      await portal.remove();
    },
    { scope: 'worker' },
  ],
  inspectorUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's dependencies from this pattern
    async ({}, use) => {
      const script = await pageScript('receiver');
      const page = `<!doctype html><title>Inspector</title><script type="module">${script}</script>`;
      const server = createServer((_, answer) => answer.writeHead(200, { 'content-type': 'text/html' }).end(page));
      await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
      const address = server.address();
      await use(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/inspect`);
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker' },
  ],
  portalUrl: async ({ qaUrl }, use) => {
    await use(qaUrl);
  },
  flow: async ({ page }, use) => {
    await use(() =>
      page.evaluate(() => {
        if (!window.portalQa) throw new Error('this is no QA build');
        return window.portalQa.recording('test');
      }),
    );
  },
});

export { expect };
