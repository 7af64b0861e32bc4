import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test as base } from '@playwright/test';
import { build } from 'vite';
import { connectedApp, OWN_FILES } from '../support/packaged-app.ts';
import { serveFolder } from '../support/static-site.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const NAME = '@acme/viewer';
const MODULES = join(ROOT, 'node_modules');

export type ViewerPackage = {
  /** Path → text of each file in the tarball. */
  readonly files: ReadonlyMap<string, string>;
  /** Bytes of the tarball. */
  readonly size: number;
  /** A folder with the sources of an app of another team that installed the tarball. */
  readonly app: string;
  /** The built app with the page in `viewer/`, and in `open/` a page that accepts the origin `appElsewhere`. */
  readonly url: string;
  /** The same app on another origin. */
  readonly appElsewhere: string;
};

const npm = (folder: string, ...args: readonly string[]): string =>
  execFileSync('npm', [...args, '--offline', '--ignore-scripts'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

const textsIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  );

/** Installs the tarball; its two dependencies are those of this project. */
const install = (tarball: string, app: string): string => {
  const installed = join(app, 'node_modules', NAME);
  mkdirSync(installed, { recursive: true });
  mkdirSync(join(app, 'node_modules/@statelyai'));
  execFileSync('tar', ['xzf', tarball, '-C', installed, '--strip-components=1']);
  for (const dependency of ['xstate', '@statelyai/inspect'])
    symlinkSync(join(MODULES, dependency), join(app, 'node_modules', dependency));
  return installed;
};

/** Runs the commands of `docs/qa.md` and of the package's README in an app of another team. */
const createApp = async (folder: string): Promise<Pick<ViewerPackage, 'files' | 'size' | 'app'> & { site: string }> => {
  const made = join(folder, 'package');
  const options = ['--name', NAME, '--license', 'MIT', '--out', made];
  execFileSync(process.execPath, [join(ROOT, 'vite/build-viewer.mjs'), ...options], { stdio: 'pipe' });
  const [packed] = JSON.parse(npm(made, 'pack', '--json', '--pack-destination', folder));
  const app = join(folder, 'app');
  const installed = install(join(folder, packed.filename), app);
  for (const [name, text] of Object.entries({ ...OWN_FILES, 'app.ts': connectedApp(NAME) }))
    writeFileSync(join(app, name), text);
  const site = join(folder, 'site');
  await build({ configFile: false, root: app, base: './', logLevel: 'error', build: { outDir: site } });
  cpSync(join(installed, 'page'), join(site, 'viewer'), { recursive: true });
  cpSync(join(installed, 'page'), join(site, 'open'), { recursive: true });
  return { files: textsIn(installed), size: packed.size, app, site };
};

/** Adds origins to the page, as the team that hosts it does. */
const allow = (page: string, origins: string): void => {
  const meta = '<meta name="inspector-origins" content="';
  writeFileSync(page, readFileSync(page, 'utf8').replace(meta, meta + origins));
};

export const test = base.extend<object, { readonly viewerPackage: ViewerPackage }>({
  viewerPackage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's dependencies from this pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'viewer-package-'));
      try {
        const { site, ...app } = await createApp(folder);
        const { port, close } = await serveFolder(site);
        const appElsewhere = `http://localhost:${port}`;
        allow(join(site, 'open/index.html'), `https://staging.example ${appElsewhere}`);
        await use({ ...app, url: `http://127.0.0.1:${port}`, appElsewhere });
        close();
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    { scope: 'worker' },
  ],
});
