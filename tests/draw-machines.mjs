import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install, ROOT, requireNode } from '../server/prepare.mjs';

requireNode();
await install();
const { runnerImport } = await import('vite');
const program = join(ROOT, 'tests/support/machine-documents.ts');
/** @type {{ module: typeof import('./support/machine-documents.ts') }} */
const { module } = await runnerImport(program, { configFile: false, root: ROOT });
const files = await module.machineDocuments();
const folder = join(ROOT, 'docs', 'machines');
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) if (!files.has(name)) rmSync(join(folder, name));
for (const [name, text] of files) writeFileSync(join(folder, name), text);

const pictures = join(ROOT, 'tests/support/architecture-pictures.ts');
/** @type {{ module: typeof import('./support/architecture-pictures.ts') }} */
const { module: architecture } = await runnerImport(pictures, { configFile: false, root: ROOT });
const page = join(ROOT, 'docs', 'architecture.md');
writeFileSync(page, architecture.withPictures(readFileSync(page, 'utf8')));
process.stdout.write(`${files.size} files in docs/machines, and the pictures of docs/architecture.md\n`);
process.exit(0);
