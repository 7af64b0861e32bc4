import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build, ROOT } from '../../../server/prepare.mjs';
import { fail, readRecording, recordingPath } from '../runs/recording-command.mjs';

/** @typedef {import('../../../src/qa/replay/finding.ts').Finding} Finding */

const KEPT = join(ROOT, 'tests/flows');

/** @param {string} path */
const load = async (path) => {
  const { runnerImport } = await import('vite');
  return (await runnerImport(join(ROOT, path), { configFile: false, root: ROOT })).module;
};

/** @param {readonly string[]} lines */
const print = (lines) => process.stdout.write(`${lines.join('\n')}\n`);

/** `late.flow.json` → `late`. @param {string} file */
const nameOf = (file) => file.replace(/(?:\.flow)?\.json$/, '');

/** A file gets its final name only when it is complete. @type {(target: string, content: string) => void} */
const write = (target, content) => {
  const draft = `${target}.${process.pid}.part`;
  try {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(draft, content);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    fail(`Cannot write ${target} (${error instanceof Error && 'code' in error ? error.code : error}).`);
  }
};

/** @type {(file: string, text: string, finding: Finding | undefined) => Promise<string>} */
const writeReport = async (file, text, finding) => {
  await build(['qa']);
  /** @type {typeof import('../../../src/qa/report/report-page.ts')} */
  const { reportPage } = await load('src/qa/report/report-page.ts');
  const page = readFileSync(join(ROOT, 'dist/qa/qa-report.html'), 'utf8');
  const report = reportPage(page, text, finding);
  if (!report.ok) return fail(report.line);
  const target = recordingPath(`${nameOf(file)}.report.html`);
  write(target, report.html);
  return target;
};

/** Writes the test; null: the recording does not replay, so its pages cannot be drawn. @type {(file: string, text: string, words: string) => Promise<string>} */
const writeTest = async (file, text, words) => {
  const target = join(ROOT, 'tests/browser/recorded', `${basename(nameOf(file))}.spec.ts`);
  const { createTestWriter } = await import('../runs/test-writer.mjs');
  const writer = await createTestWriter();
  const result = await writer.write(text, target, words);
  await writer.close();
  if (!result.ok) return fail(result.line);
  write(target, result.text);
  return target;
};

/** Whether an English text of the portal has these words; a value in a text can be any words. @param {string} words */
const isText = (words) => {
  /** @type {(value: unknown) => readonly string[]} */
  const textsOf = (value) => (typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsOf));
  const wanted = words.toLowerCase();
  return textsOf(JSON.parse(readFileSync(join(ROOT, 'locales/en-US.json'), 'utf8'))).some((text) =>
    text.includes('{{') ? /\d/.test(words) : text.toLowerCase().includes(wanted),
  );
};

/**
 * Names what is wrong in one recording, or in those of the tabs of one browser. `expects`: words that the last page should show.
 *
 * @type {(files: readonly string[], expects: string | undefined) => Promise<void>}
 */
export const check = async (files, expects) => {
  const [file = ''] = files;
  const texts = files.map((one) => readRecording(one));
  const kept = readdirSync(KEPT).map((name) => readFileSync(join(KEPT, name), 'utf8'));
  /** @type {typeof import('../../../src/qa/check/check-files.ts')} */
  const { checkFiles, findingLines, leadLines, viewFinding } = await load('src/qa/check/check-files.ts');
  const checked = checkFiles(texts, kept);
  if (!checked.ok) return fail(checked.line);
  const { flow, text, lead, lines } = checked;
  const isDiverged = checked.findings.some(({ isDivergence }) => isDivergence);
  const test = expects === undefined || isDiverged ? null : await writeTest(file, text, expects);
  const missing = expects === undefined ? [] : [lead ?? viewFinding(flow, expects)];
  const findings = checked.findings.length > 0 ? checked.findings : missing;
  print([...lines, ...findingLines(findings), ...(findings.length > 0 ? [] : leadLines(lead))]);
  if (test) print([`Test: ${test}`]);
  if (expects !== undefined && !isText(expects)) print([`! No English text of the portal has "${expects}".`]);
  if (expects !== undefined && isDiverged)
    print(['No test: this build does not repeat the recording. Write it on the build of the recording.']);
  print([`Report: ${await writeReport(file, text, findings[0])}`]);
  process.exitCode = findings.length > 0 ? 1 : 0;
};

/** Prints each message to the machines whose name contains a word, with the transitions that it caused. @type {(file: string, word: string) => Promise<void>} */
export const printSteps = async (file, word) => {
  /** @type {typeof import('../../../src/qa/replay/replay-file.ts')} */
  const { replayFile } = await load('src/qa/replay/replay-file.ts');
  const { ok, lines } = replayFile(readRecording(file), { steps: word });
  print(lines);
  process.exitCode = ok ? 0 : 1;
};

/** Compares a recording with another one. @type {(file: string, other: string) => Promise<void>} */
export const compare = async (file, other) => {
  const texts = /** @type {const} */ ([readRecording(other), readRecording(file)]);
  /** @type {typeof import('../../../src/qa/diff/diff-files.ts')} */
  const { diffFiles } = await load('src/qa/diff/diff-files.ts');
  const { result, lines } = diffFiles(...texts);
  print(lines);
  process.exitCode = { same: 0, different: 1, unreadable: 2 }[result];
};

const SHRINK_MS = 60_000;

/** Makes a recording as short as possible while it still fails. @type {(file: string, failure: string | null) => Promise<void>} */
export const shrink = async (file, failure) => {
  const text = readRecording(file);
  /** @type {typeof import('../../../src/qa/shrink/shrink-file.ts')} */
  const { shrinkFile } = await load('src/qa/shrink/shrink-file.ts');
  const now = () => performance.now();
  const shrunk = shrinkFile(text, { ...(failure !== null && { fails: failure }), now, budgetMs: SHRINK_MS });
  const lines = [...shrunk.lines];
  if (shrunk.result === 'shrunk') {
    const path = `${nameOf(file)}.min.flow.json`;
    write(recordingPath(path), shrunk.text);
    lines.push(`Written: ${path}`);
  }
  print(lines);
  process.exitCode = { shrunk: 0, absent: 1, unreadable: 2 }[shrunk.result];
};
