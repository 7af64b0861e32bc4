import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { install, ROOT, requireNode, stop } from '../server/prepare.mjs';

requireNode();
await install();
const USAGE = 'Usage: npm run charts, or npm run charts -- --coverage [FOLDER]';
if (process.env['npm_config_coverage']) stop(`npm swallowed --coverage. Put options after \`--\`. ${USAGE}`);

const readArguments = () => {
  const { values, positionals } = parseArgs({
    options: { coverage: { type: 'boolean' } },
    allowPositionals: true,
    strict: false,
  });
  const unknown = Object.keys(values).find((name) => name !== 'coverage');
  if (unknown !== undefined) stop(`Unknown option --${unknown}. ${USAGE}`);
  const [folder = null, ...others] = positionals;
  if (others.length) stop(`Name one folder only, without ${others.join(' ')}. ${USAGE}`);
  const isCoverage = values['coverage'] === true;
  if (folder !== null && !isCoverage) stop(`${folder} needs --coverage. ${USAGE}`);
  return { isCoverage, folder };
};

const drawCharts = async () => {
  const { runnerImport } = await import('vite');
  const program = join(ROOT, 'tests/support/machine-documents.ts');
  /** @type {{ module: typeof import('./support/machine-documents.ts') }} */
  const { module } = await runnerImport(program, { configFile: false, root: ROOT });
  const files = await module.machineDocuments();
  const folder = join(ROOT, 'docs', 'machines');
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (!files.has(name) && !module.isCoverage(name)) rmSync(join(folder, name));
  for (const [name, text] of files) writeFileSync(join(folder, name), text);

  const pictures = join(ROOT, 'tests/support/architecture-pictures.ts');
  /** @type {{ module: typeof import('./support/architecture-pictures.ts') }} */
  const { module: architecture } = await runnerImport(pictures, { configFile: false, root: ROOT });
  const page = join(ROOT, 'docs', 'architecture.md');
  writeFileSync(page, architecture.withPictures(readFileSync(page, 'utf8')));
  process.stdout.write(`${files.size} files in docs/machines, and the pictures of docs/architecture.md\n`);
};

const { isCoverage, folder } = readArguments();
if (isCoverage) {
  const { drawCoverage } = await import('./support/draw-coverage.mjs');
  await drawCoverage(folder);
} else await drawCharts();
process.exit(0);
