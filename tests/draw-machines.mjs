import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install, ROOT, requireNode } from '../server/prepare.mjs';

requireNode();
install();
const { runnerImport } = await import('vite');
const program = join(ROOT, 'tests/support/machine-documents.ts');
/** @type {{ module: typeof import('./support/machine-documents.ts') }} */
const { module } = await runnerImport(program, { configFile: false, root: ROOT });
const files = await module.machineDocuments();
const folder = join(ROOT, 'docs', 'machines');
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) if (!files.has(name)) rmSync(join(folder, name));
for (const [name, text] of files) writeFileSync(join(folder, name), text);
process.stdout.write(`${files.size} files in docs/machines\n`);
process.exit(0);
