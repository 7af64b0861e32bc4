import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, install, ROOT, requireNode, stop } from '../server/prepare.mjs';
import { readRecording, recordingPath } from './support/runs/recording-command.mjs';

requireNode();
await install();
const USAGE = 'Usage: npm run report FILE.flow.json, or npm run report FILE.flow.json OUT.html';

const readArguments = () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, strict: false });
  const [unknown] = Object.keys(values);
  if (unknown !== undefined) stop(`Unknown option --${unknown}. ${USAGE}`);
  return positionals;
};

const [file = stop(`Missing argument: a recording file. ${USAGE}`), out, ...others] = readArguments();
if (others.length) stop(`Name one recording and one page, without ${others.join(' ')}. ${USAGE}`);

const target = recordingPath(out ?? `${file.replace(/(?:\.flow)?\.json$/, '')}.report.html`);
if (target === recordingPath(file)) stop(`The report would replace the recording. ${USAGE}`);

const text = readRecording(file, stop);

/** A page gets its final name only when it is complete. */
const draft = `${target}.${process.pid}.part`;
/** @param {string} content */
const writeDraft = (content) => {
  try {
    writeFileSync(draft, content);
  } catch (error) {
    rmSync(draft, { force: true });
    stop(`Cannot write ${target} (${error instanceof Error && 'code' in error ? error.code : error}).`);
  }
};

writeDraft('');
process.once('exit', () => rmSync(draft, { force: true }));
await build(['qa']);
const { runnerImport } = await import('vite');
/** @type {{ module: typeof import('../src/qa/report/report-page.ts') }} */
const { module } = await runnerImport(join(ROOT, 'src/qa/report/report-page.ts'), { configFile: false, root: ROOT });
const report = module.reportPage(readFileSync(join(ROOT, 'dist/qa/qa-report.html'), 'utf8'), text);
if (!report.ok) stop(report.line);
writeDraft(report.html);
renameSync(draft, target);
process.stdout.write(`${target} (${Math.ceil(report.html.length / 1_000)} kB)\n`);
