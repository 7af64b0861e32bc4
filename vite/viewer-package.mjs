import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { build } from 'vite';

const ROOT = resolve(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'src/qa/viewer-package');
const SCRIPT = 'connect-viewer.js';

/** The modules of the project that may be in the package: none that depends on the portal. */
const SHARED =
  /^src\/(?:qa\/(?:viewer-package|viewer|chart|inspect|theme)\/|qa\/record\/(?:download|recording-link)\.ts|ui\/|styles\/|platform\/(?:attempt|safe-storage|theme)\.ts)/;

/** @returns {import('vite').Plugin} */
const sharedOnly = () => ({
  name: 'shared-only',
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
    const own = modules.filter((id) => !id.startsWith('\0') && !id.includes('/node_modules/'));
    const foreign = own.map((id) => relative(ROOT, id).replaceAll('\\', '/')).filter((path) => !SHARED.test(path));
    if (foreign.length) this.error(`the viewer package must not contain ${foreign.join(', ')}`);
  },
});

/** @type {{ version: string, engines: object, dependencies: Record<string, string>, devDependencies: Record<string, string> }} */
const PROJECT = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** @type {(path: string) => string} */
const sourceOf = (path) => readFileSync(join(SOURCE, path), 'utf8');

/**
 * The choices of a package owner. `license`: an SPDX expression.
 *
 * @typedef {{ readonly name?: string | undefined, readonly license?: string | undefined }} Owner
 */

/**
 * The package.json of the package. It is private, so that npm does not publish it, until the owner has chosen both name and license.
 *
 * @type {(owner: Owner) => Readonly<Record<string, unknown>> & { readonly name: string }}
 */
export const packageJson = ({ name, license }) => {
  const { private: isPrivate, ...template } = JSON.parse(sourceOf('package.template.json'));
  return {
    ...template,
    version: PROJECT.version,
    ...(name !== undefined && { name }),
    ...(license !== undefined && { license }),
    ...((name === undefined || license === undefined) && { private: isPrivate }),
    engines: PROJECT.engines,
    dependencies: { '@statelyai/inspect': PROJECT.devDependencies['@statelyai/inspect'] },
  };
};

/** Whether a folder may be replaced: it is new, empty, or an earlier package. @type {(out: string) => boolean} */
export const isReplaceable = (out) =>
  !existsSync(out) || readdirSync(out).length === 0 || existsSync(join(out, SCRIPT));

/**
 * Builds the folder of the package, ready for `npm pack`.
 *
 * @param {string} out
 * @param {Owner} owner
 */
export const buildViewerPackage = async (out, owner) => {
  /** @satisfies {import('vite').InlineConfig} */
  const shared = { configFile: false, root: SOURCE, base: './', logLevel: 'warn', plugins: [sharedOnly()] };
  await build({
    ...shared,
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'baseline-widely-available',
      minify: false,
      lib: { entry: 'connect-viewer.ts', formats: ['es'], fileName: () => SCRIPT },
      rolldownOptions: { external: ['xstate', '@statelyai/inspect'] },
    },
  });
  await build({
    ...shared,
    build: {
      outDir: join(out, 'page'),
      emptyOutDir: true,
      target: 'baseline-widely-available',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      license: { fileName: 'third-party-licenses.md' },
    },
  });
  const manifest = packageJson(owner);
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const readme = sourceOf('README.md')
    .replaceAll('PACKAGE_NAME', manifest.name)
    .replace('XSTATE_VERSION', String(PROJECT.dependencies['xstate']));
  writeFileSync(join(out, 'README.md'), readme);
  writeFileSync(
    join(out, 'connect-viewer.d.ts'),
    `${sourceOf('connect-viewer.types.ts')}\nexport declare const connectViewer: ConnectViewer;\n`,
  );
};
