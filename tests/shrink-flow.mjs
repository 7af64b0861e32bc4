import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { install, ROOT, requireNode } from '../server/prepare.mjs';
import { fail, readRecording, recordingPath } from './support/runs/recording-command.mjs';

requireNode();
await install();
const USAGE = 'Usage: npm run shrink FILE.flow.json -- --fails FAILURE [--seconds 60]';
if (process.env['npm_config_fails'] || process.env['npm_config_seconds'])
  fail(`npm swallowed an option. Put options after \`--\`. ${USAGE}`);

const readArguments = () => {
  try {
    const options = /** @type {const} */ ({ fails: { type: 'string' }, seconds: { type: 'string', default: '60' } });
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return fail(`${error instanceof Error ? error.message.split('.')[0] : error}. ${USAGE}`);
  }
};

const {
  values: { fails, seconds },
  positionals,
} = readArguments();
const [file = fail(`Missing argument: a recording file. ${USAGE}`), ...others] = positionals;
if (others.length) fail(`Name one recording only, without ${others.join(' ')}. ${USAGE}`);
const budgetMs = Number(seconds) * 1_000;
if (!(budgetMs > 0)) fail(`--seconds needs a number above 0. ${USAGE}`);

const text = readRecording(file);
const { runnerImport } = await import('vite');
/** @type {{ module: typeof import('../src/qa/shrink/shrink-file.ts') }} */
const { module } = await runnerImport(join(ROOT, 'src/qa/shrink/shrink-file.ts'), { configFile: false, root: ROOT });
const now = () => performance.now();
if (fails !== undefined && process.stderr.isTTY)
  process.stderr.write(`Searching for a shorter recording, ${seconds} s at most…\n`);
const shrunk = module.shrinkFile(text, { ...(fails !== undefined && { fails }), now, budgetMs });
const lines = [...shrunk.lines];
if (shrunk.result === 'shrunk') {
  const path = `${file.replace(/(?:\.flow)?\.json$/, '')}.min.flow.json`;
  writeFileSync(recordingPath(path), shrunk.text);
  lines.push(`Written: ${path}`);
}
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = { shrunk: 0, absent: 1, unreadable: 2 }[shrunk.result];
