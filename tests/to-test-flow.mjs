import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { install, ROOT, requireNode } from '../server/prepare.mjs';
import { fail, readRecording, recordingPath } from './support/runs/recording-command.mjs';

requireNode();
await install();
const USAGE = 'Usage: npm run to-test FILE.flow.json [OUT.spec.ts] [-- --expects "WORDS"]';

const readArguments = () => {
  try {
    return parseArgs({ allowPositionals: true, options: { expects: { type: 'string' } } });
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}. ${USAGE}`);
  }
};

const { values, positionals } = readArguments();
const [file = fail(`Missing argument: a recording file. ${USAGE}`), out, ...others] = positionals;
if (others.length) fail(`Name one recording and one test, without ${others.join(' ')}. ${USAGE}`);
const name = basename(file).replace(/(?:\.flow)?\.json$/, '');
const target = out === undefined ? join(ROOT, 'tests/browser/recorded', `${name}.spec.ts`) : recordingPath(out);
if (!target.endsWith('.spec.ts')) fail(`Playwright only finds tests that end with .spec.ts. ${USAGE}`);

const text = readRecording(file);
if (process.stderr.isTTY) process.stderr.write('Replaying the recording and drawing the page before each action…\n');
const { createTestWriter } = await import('./support/runs/test-writer.mjs');
const writer = await createTestWriter();
const result = await writer.write(text, target, values.expects);
await writer.close();
if (!result.ok) fail(result.line);
else {
  /** A test gets its final name only when it is complete. */
  const draft = `${target}.${process.pid}.part`;
  try {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(draft, result.text);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    fail(`Cannot write ${target} (${error instanceof Error && 'code' in error ? error.code : error}).`);
  }
  process.stdout.write(`${target}\n`);
}
