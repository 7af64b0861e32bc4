import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { build, buildId, ROOT } from '../../../server/prepare.mjs';
import { fail, readRecording, recordingPath } from '../runs/recording-command.mjs';

/** @typedef {import('../../../src/qa/core/replay/finding.ts').Finding} Finding */

const KEPT = join(ROOT, 'tests/flows');

/** @param {string} path */
const load = async (path) => {
  const { runnerImport } = await import('vite');
  return (await runnerImport(join(ROOT, path), { configFile: false, root: ROOT })).module;
};

/** @param {readonly string[]} lines */
const print = (lines) => lines.length > 0 && process.stdout.write(`${lines.join('\n')}\n`);

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

/** @type {(drawing: Drawing, file: string, text: string, finding: Finding | undefined) => Promise<string>} */
const writeReport = async (drawing, file, text, finding) => {
  await build(['qa']);
  /** @type {typeof import('../../../src/qa/apps/report/report-page.ts')} */
  const { reportPage } = await drawing.load('src/qa/apps/report/report-page.ts');
  const page = readFileSync(join(ROOT, 'dist/qa/qa-report.html'), 'utf8');
  const report = reportPage(page, text, finding);
  if (!report.ok) return fail(report.line);
  const target = recordingPath(`${nameOf(file)}.report.html`);
  write(target, report.html);
  return target;
};

/** The pages of recordings, drawn by the views of this build. @typedef {Awaited<ReturnType<typeof openDrawing>>} Drawing */
const openDrawing = async () => {
  const { createTestWriter } = await import('../runs/test-writer.mjs');
  return createTestWriter();
};

/** Whether a text of the portal has these words; a value in a text can be any words. @type {(locale: string, words: string) => boolean} */
const isText = (locale, words) => {
  const file = join(ROOT, 'locales', `${basename(locale)}.json`);
  /** @type {(value: unknown) => readonly string[]} */
  const textsOf = (value) => (typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsOf));
  const wanted = words.toLowerCase();
  return textsOf(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}).some((text) =>
    text.includes('{{') ? /\d/.test(words) : text.toLowerCase().includes(wanted),
  );
};

/** Why the words may be no words of the portal. @type {(flow: import('../../../src/qa/core/record/flow.file.ts').Flow, words: string) => readonly string[]} */
const warnings = ({ locale, runs }, words) => {
  const isShown = runs.some(({ pages = [] }) => pages.some((page) => page.words.join(' ').includes(words)));
  return [
    ...(isShown || isText(locale, words)
      ? []
      : [`! No text of the portal in ${locale} has "${words}", and the recording does not show it.`]),
    ...(locale === 'en-US' ? [] : [`! The test runs in English, and the recording is in ${locale}.`]),
  ];
};

/** Plays a written test; it must miss its words. @type {(drawing: Drawing, target: string, words: string) => Promise<import('../../../src/qa/portal/to-test/test-file.ts').TestVerdict>} */
const play = async (drawing, target, words) => {
  const folder = mkdtempSync(join(tmpdir(), 'qa-test-'));
  const report = join(folder, 'report.json');
  spawnSync(process.execPath, [join(ROOT, 'tests/browser-tests.mjs'), `recorded/${basename(target)}`], {
    cwd: ROOT,
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    stdio: 'ignore',
  });
  /** @type {typeof import('../../../src/qa/portal/to-test/test-file.ts')} */
  const { testVerdict } = await drawing.load('src/qa/portal/to-test/test-file.ts');
  const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null;
  rmSync(folder, { recursive: true, force: true });
  return testVerdict(result, words);
};

/**
 * Writes the test of a recording, and plays it: it must be red here. Fails if it is not.
 *
 * @type {(drawing: Drawing, file: string, text: string, words: string, finding: Finding | undefined) => Promise<string>}
 */
const writeTest = async (drawing, file, text, words, finding) => {
  const target = join(ROOT, 'tests/browser/recorded', `${basename(nameOf(file))}.spec.ts`);
  const result = await drawing.write(text, target, words, finding);
  if (!result.ok) return fail(result.line);
  write(target, result.text);
  print(['Playing the test on this build…']);
  const verdict = await play(drawing, target, words);
  if (verdict.kind === 'red' && verdict.by === 'rule')
    print(['The page has the words, and breaks a rule: the test is red for that.']);
  if (verdict.kind === 'red') return target;
  rmSync(target, { force: true });
  return fail(
    verdict.kind === 'other'
      ? `The test fails before it looks for the words, so it is no test of them: ${verdict.line}`
      : `The test finds its words on this build, so it does not show the bug: the page has "${words}" in the end.`,
  );
};

/** Why this is not the build of the recording; null if it may be. @param {string} recorded */
const otherBuild = (recorded) => {
  const [, id] = recorded.split('+');
  return id === undefined || id === buildId() ? null : `this build is ${buildId()}, the recording is of ${id}`;
};

/** Why no test is written of a recording; null if one is. @type {(build: string, findings: readonly Finding[]) => string | null} */
export const whyNoTest = (recorded, findings) =>
  findings.some(({ isDivergence }) => isDivergence) ? 'this build does not repeat the recording' : otherBuild(recorded);

/** @typedef {Extract<ReturnType<typeof import('../../../src/qa/portal/check/check-files.ts').checkFiles>, { readonly ok: true }>} Checked */

/**
 * What is named: what the replay found, or words that are not drawn (`seen`), or else the missing words of `expects`. `lead`: if nothing is named.
 *
 * @type {(checked: Checked, seen: Awaited<ReturnType<Drawing['wordsFinding']>>, expects: string | undefined) => { readonly findings: readonly Finding[], readonly lead: Finding | null }}
 */
export const namedFindings = (checked, seen, expects) => {
  // A text that has another wording now may have it on purpose.
  const isMeant = seen?.isReference === true && !isText(checked.nearest?.locale ?? '', seen.words);
  const lead = (isMeant ? seen : null) ?? checked.lead;
  const known = seen && !isMeant ? [seen] : checked.findings;
  const missing = expects === undefined ? [] : [checked.missing(expects, lead)];
  return { findings: known.length > 0 ? known : missing, lead };
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
  const drawing = await openDrawing();
  /** @type {typeof import('../../../src/qa/portal/check/check-files.ts')} */
  const { checkFiles, findingLines, leadLines } = await drawing.load('src/qa/portal/check/check-files.ts');
  const checked = checkFiles(texts, kept);
  if (!checked.ok) return fail(checked.line);
  const { flow, text, nearest, lines } = checked;
  const seen = checked.findings.length > 0 ? null : await drawing.wordsFinding(flow, nearest);
  const { findings, lead } = namedFindings(checked, seen, expects);
  print([...lines, ...findingLines(findings), ...(findings.length > 0 ? [] : leadLines(lead))]);
  if (expects !== undefined) {
    print(warnings(flow, expects));
    const why = whyNoTest(flow.build, checked.findings);
    print([
      why
        ? `No test: ${why}. Write it on the build of the recording.`
        : `Test: ${await writeTest(drawing, file, text, expects, findings[0])}`,
    ]);
  }
  print([`Report: ${await writeReport(drawing, file, text, findings[0])}`]);
  await drawing.close();
  process.exitCode = findings.length > 0 ? 1 : 0;
};

/** Prints each message to the machines whose name contains a word, with the transitions that it caused. @type {(file: string, word: string) => Promise<void>} */
export const printSteps = async (file, word) => {
  /** @type {typeof import('../../../src/qa/portal/replay-file.ts')} */
  const { replayFile } = await load('src/qa/portal/replay-file.ts');
  const { ok, lines } = replayFile(readRecording(file), { steps: word });
  print(lines);
  process.exitCode = ok ? 0 : 1;
};

/** Compares a recording with another one. @type {(file: string, other: string) => Promise<void>} */
export const compare = async (file, other) => {
  const texts = /** @type {const} */ ([readRecording(other), readRecording(file)]);
  /** @type {typeof import('../../../src/qa/portal/diff-files.ts')} */
  const { diffFiles } = await load('src/qa/portal/diff-files.ts');
  const { result, lines } = diffFiles(...texts);
  print(lines);
  process.exitCode = { same: 0, different: 1, unreadable: 2 }[result];
};
