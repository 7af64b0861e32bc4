import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { install, ROOT, requireNode } from '../server/prepare.mjs';
import { fail, readRecording } from './support/runs/recording-command.mjs';

requireNode();
await install();
const USAGE = 'Usage: npm run diff A.flow.json B.flow.json';
const { values, positionals } = parseArgs({ allowPositionals: true, strict: false });
const [option] = Object.keys(values);
if (option !== undefined) fail(`Unknown option --${option}. ${USAGE}`);
const [a, b, ...others] = positionals;
if (a === undefined || b === undefined || others.length) fail(`Needs exactly two recording files. ${USAGE}`);

const texts = /** @type {const} */ ([readRecording(a ?? ''), readRecording(b ?? '')]);
const { runnerImport } = await import('vite');
/** @type {{ module: typeof import('../src/qa/diff/diff-files.ts') }} */
const { module } = await runnerImport(join(ROOT, 'src/qa/diff/diff-files.ts'), { configFile: false, root: ROOT });
const { result, lines } = module.diffFiles(...texts);
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = { same: 0, different: 1, unreadable: 2 }[result];
