import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { ROOT, stop } from '../../server/prepare.mjs';

const FLOWS = join(ROOT, 'tests', 'flows');
const HEADING = '# Coverage of the charts\n';
const MACHINE_TESTS = join(ROOT, 'tests', 'machines');

/** @type {(action: string, path: string, error: unknown) => never} */
const fail = (action, path, error) =>
  stop(`Cannot ${action} ${path} (${error instanceof Error && 'code' in error ? error.code : error}).`);

/** @param {string} folder */
const recordingsIn = (folder) => {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.flow.json'))
      .sort()
      .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
  } catch (error) {
    return fail('read', folder, error);
  }
};

/** Plays the generated paths again, so that tests/machines/coverage has their current counts. */
const playPaths = () => {
  const files = readdirSync(MACHINE_TESTS)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(MACHINE_TESTS, name))
    .filter((path) => readFileSync(path, 'utf8').includes('assertCovered('));
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const filter = ['-t', 'every transition|every state'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, 'run', '--update=all', ...files, ...filter], {
    cwd: ROOT,
    env: { ...process.env, TZ: 'UTC' },
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  if (status !== 0) stop(`${stdout}${stderr}\nThe generated paths failed, see above. Nothing was drawn.`);
};

/**
 * Stops if the page or the folder of the drawings has content that this command has not written.
 *
 * @param {string} out
 */
const protectOthers = (out) => {
  const page = join(out, 'coverage.md');
  const folder = join(out, 'coverage');
  if (existsSync(page) && !readFileSync(page, 'utf8').startsWith(HEADING))
    stop(`${page} is another file. Nothing was drawn.`);
  const others = existsSync(folder) ? readdirSync(folder).filter((name) => !name.endsWith('.svg')) : [];
  if (others.length > 0) stop(`${folder} contains ${others[0]}, which is not a drawing. Nothing was drawn.`);
};

/**
 * The page and the drawings get their final names only when all of them are complete.
 *
 * @type {(out: string, page: string, drawings: ReadonlyMap<string, string>) => void}
 */
const write = (out, page, drawings) => {
  const folder = join(out, 'coverage');
  const draft = `${folder}.${process.pid}.part`;
  try {
    mkdirSync(draft, { recursive: true });
    for (const [name, text] of drawings) writeFileSync(join(draft, name), text);
    writeFileSync(`${draft}.md`, page);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
    renameSync(`${draft}.md`, `${folder}.md`);
  } catch (error) {
    for (const path of [draft, `${draft}.md`]) rmSync(path, { recursive: true, force: true });
    fail('write', out, error);
  }
};

/**
 * Draws how often recordings took each transition. `given`: a folder of recordings, to which the page and the drawings are written; without
 * it, the kept flows and the generated paths, for docs/machines.
 *
 * @type {(given: string | null) => Promise<void>}
 */
export const drawCoverage = async (given) => {
  const folder = given === null ? FLOWS : resolve(process.env['INIT_CWD'] ?? '', given);
  const hasPaths = folder === FLOWS;
  const files = recordingsIn(folder);
  if (files.length === 0) stop(`${given ?? folder} contains no recording (*.flow.json).`);
  const out = hasPaths ? join(ROOT, 'docs', 'machines') : folder;
  protectOthers(out);
  const { runnerImport } = await import('vite');
  const program = join(ROOT, 'tests/support/coverage-documents.ts');
  /** @type {{ module: typeof import('./coverage-documents.ts') }} */
  const { module } = await runnerImport(program, { configFile: false, root: ROOT });
  const broken = module.brokenRecording(files);
  if (broken !== null) stop(broken);
  if (hasPaths) playPaths();
  const { page, machines, divergences } = module.coverageOf(files, hasPaths ? 'kept' : 'folder');
  const drawings = await module.coverageDrawings(machines);
  write(out, page, drawings);
  for (const line of divergences) process.stdout.write(`! ${line}\n`);
  const shown = relative(process.env['INIT_CWD'] ?? '', join(out, 'coverage.md'));
  const recordings = files.length === 1 ? 'one recording' : `${files.length} recordings`;
  process.stdout.write(`${shown} and ${drawings.size} drawings, from ${recordings}\n`);
};
