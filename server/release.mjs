import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { create } from 'tar';
import { runnerImport } from 'vite';
import { build, install, ROOT, requireNode, stop } from './prepare.mjs';

/**
 * `npm run release` writes `dist/release/top-up-portal-<version>.tgz`: the portal, the server with its packages, and all files of an
 * installation. The same commit, variables and Node line give the same bytes. docs/go-live.md leads from here to a first order.
 */

const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const RELEASE = `${name}-${version}`;
const OUTPUT = join(ROOT, 'dist', 'release');
const FOLDER = join(OUTPUT, RELEASE);
const HOSTING = ['Caddyfile', 'first-data.sql', 'nginx.conf', 'nginx-portal.conf', 'portal@.service'];
/** The embedded database reads these files, so they are not part of a bundle. A server with PostgreSQL needs none of them. */
const EMBEDDED = 'node_modules/@electric-sql/pglite';

/** @type {(from: string, to?: string, filter?: (path: string) => boolean) => void} */
const copy = (from, to = from, filter = () => true) =>
  cpSync(join(ROOT, from), join(FOLDER, to), { recursive: true, filter });

/** Seconds. Files of an archive have the time of the last commit; SOURCE_DATE_EPOCH sets another one. */
const timeOfRelease = () => {
  const epoch = process.env['SOURCE_DATE_EPOCH'];
  if (epoch !== undefined) return Number(epoch);
  try {
    return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, stdio: 'pipe' }));
  } catch {
    return stop(
      'SOURCE_DATE_EPOCH is missing: without a git repository, set it to the time of the release in seconds.',
    );
  }
};

/** @returns {string} CycloneDX, without what differs between two runs */
const billOfMaterials = () => {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
  const {
    serialNumber: _,
    metadata,
    ...bill
  } = JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32' }));
  const component = { ...metadata.component, name };
  return `${JSON.stringify({ ...bill, metadata: { lifecycles: metadata.lifecycles, component } }, null, 2)}\n`;
};

/** Headers that differ from file to file. */
const OF_A_FILE = ['content-length', 'content-type', 'etag', 'vary'];

/** Writes the headers of index.html as the server sends them, for nginx and for Caddy. Resolves to whether the portal is for a sandbox. */
const writePageHeaders = async () => {
  /** @type {{ module: typeof import('./http/page-headers.ts') }} */
  const { module } = await runnerImport(join(ROOT, 'server', 'http', 'page-headers.ts'), {
    configFile: false,
    logLevel: 'error',
  });
  const origins = [process.env['VITE_API_BASE'], process.env['LOGGER_ORIGIN']].filter(Boolean).join(' ');
  const { isSandbox, headers } = await module.pageOf(join(FOLDER, 'dist', 'portal'), origins || null);
  const lines = [...headers].filter(([header]) => !OF_A_FILE.includes(header));
  const ofNginx = lines.map(([header, value]) => `add_header ${header} "${value}" always;\n`);
  const ofCaddy = lines.map(([header, value]) => `\theader ${header} \`${value}\`\n`);
  writeFileSync(join(FOLDER, 'hosting', 'portal-headers.conf'), ofNginx.join(''));
  writeFileSync(join(FOLDER, 'hosting', 'portal-headers.caddy'), `(portal-headers) {\n${ofCaddy.join('')}}\n`);
  return isSandbox;
};

/** @returns {readonly string[]} paths in the archive, sorted */
const filesOf = () =>
  readdirSync(FOLDER, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(FOLDER, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();

/** @type {(bytes: Uint8Array) => string} */
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

requireNode();
const mtime = new Date(timeOfRelease() * 1_000);
await install();
const variables = Object.entries(process.env).filter(([variable]) => /^(?:VITE_|BRAND$)/.test(variable));
await build(['portal', 'server'], Object.fromEntries(variables.map(([variable, value]) => [variable, value ?? ''])));

rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(join(FOLDER, 'hosting'), { recursive: true });
copy('dist/portal');
copy('dist/server');
copy('server/db/migrations');
for (const file of HOSTING) copy(join('docs', file), join('hosting', file));
const isSandbox = await writePageHeaders();
if (isSandbox) {
  copy('server/content/media');
  copy(`${EMBEDDED}/package.json`);
  copy(`${EMBEDDED}/LICENSE`);
  copy(`${EMBEDDED}/dist`, undefined, (path) => /(?:dist|fs|\.js|\.wasm|\.data)$/.test(path));
}
writeFileSync(join(FOLDER, 'sbom.cdx.json'), billOfMaterials());
const sums = filesOf().map((path) => `${sha256(readFileSync(join(FOLDER, path)))}  ${path}\n`);
writeFileSync(join(FOLDER, 'SHA256SUMS'), sums.join(''));

const archive = join(OUTPUT, `${RELEASE}.tgz`);
const paths = filesOf().map((path) => `${RELEASE}/${path}`);
await create({ file: archive, cwd: OUTPUT, portable: true, gzip: { level: 9 }, mtime }, paths);
process.stdout.write(`${sha256(readFileSync(archive))}  ${relative(ROOT, archive)}\n`);
if (isSandbox)
  process.stdout.write('This release is a sandbox: it has the embedded database, and its money is not real.\n');
