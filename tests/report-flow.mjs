import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { install, ROOT, requireNode, stop } from '../server/prepare.mjs';

requireNode();
await install();
const USAGE = 'Usage: npm run report FILE.flow.json, or npm run report FILE.flow.json OUT.html';

const readArguments = () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, strict: false });
  const [unknown] = Object.keys(values);
  if (unknown !== undefined) stop(`Unknown option --${unknown}. ${USAGE}`);
  return positionals;
};

const [file = stop(`Name a recording. ${USAGE}`), out, ...others] = readArguments();
if (others.length) stop(`Name one recording and one page, without ${others.join(' ')}. ${USAGE}`);

/** Relative to the folder in which npm was called. @param {string} path */
const here = (path) => resolve(process.env['INIT_CWD'] ?? '', path);
const target = here(out ?? `${basename(file).replace(/(?:\.flow)?\.json$/, '')}.report.html`);
if (target === here(file)) stop(`The report would replace the recording. ${USAGE}`);

/** @param {string} action @param {string} path @param {unknown} error @returns {never} */
const fail = (action, path, error) =>
  stop(`Cannot ${action} ${path} (${error instanceof Error && 'code' in error ? error.code : error}).`);

/** @param {string} path */
const textOf = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return fail('read', path, error);
  }
};

/** A reader of the page never sees half of it. @param {string} path @param {string} text */
const write = (path, text) => {
  const draft = `${path}.${process.pid}.part`;
  try {
    writeFileSync(draft, text);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    fail('write', path, error);
  }
};

const text = textOf(here(file));
process.env['NODE_ENV'] = 'production';
const { createServer } = await import('vite');
const vite = await createServer({
  configFile: false,
  root: ROOT,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
const { reportFile } = /** @type {typeof import('../src/qa/report/report-html.tsx')} */ (
  await vite.ssrLoadModule('/src/qa/report/report-html.tsx')
);
const report = await reportFile(text);
await vite.close();
if (!report.ok) stop(report.line);
write(target, report.html);
process.stdout.write(`${target} (${Math.ceil(report.html.length / 1_000)} kB)\n`);
