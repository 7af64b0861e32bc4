import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { install, ROOT, requireNode, stop } from '../server/prepare.mjs';
import { readRecording, recordingPath } from './support/recording-command.mjs';

requireNode();
await install();
const USAGE =
  'Usage: npm run replay FILE.flow.json, or npm run replay -- --trail FILE, or npm run replay -- FILE.flow.json --steps [WORD]';
for (const option of ['steps', 'trail'])
  if (process.env[`npm_config_${option}`]) stop(`npm swallowed --${option}. Put options after \`--\`. ${USAGE}`);

/** The word after `--steps` is optional; without it every step is printed. */
const readArguments = () => {
  const { values, positionals } = parseArgs({
    options: { steps: { type: 'string' }, trail: { type: 'string' } },
    allowPositionals: true,
    strict: false,
  });
  const unknown = Object.keys(values).find((name) => !['steps', 'trail'].includes(name));
  if (unknown !== undefined) stop(`Unknown option --${unknown}. ${USAGE}`);
  if (values['trail'] !== undefined) {
    if (values['steps'] !== undefined) stop(`--trail and --steps cannot be used together. ${USAGE}`);
    return {
      files: [...(values['trail'] === true ? [] : [`${values['trail']}`]), ...positionals],
      steps: undefined,
      isTrail: true,
    };
  }
  const steps = values['steps'] === true ? '' : values['steps'];
  if (typeof steps === 'string' && steps.endsWith('.flow.json'))
    return { files: [...positionals, steps], steps: '', isTrail: false };
  return { files: positionals, steps, isTrail: false };
};

const { files, steps, isTrail } = readArguments();
const what = isTrail ? 'a text with a state trail, or a completed skeleton' : 'a recording file';
const [file = stop(`Missing argument: ${what}. ${USAGE}`), ...others] = files;
if (others.length) stop(`Name one ${isTrail ? 'file' : 'recording'} only, without ${others.join(' ')}. ${USAGE}`);

const text = readRecording(file, stop);
const { runnerImport } = await import('vite');

/** @param {readonly string[]} lines */
const print = (lines) => void process.stdout.write(`${lines.join('\n')}\n`);

const replay = async () => {
  /** @type {{ module: typeof import('../src/qa/replay/replay-file.ts') }} */
  const { module } = await runnerImport(join(ROOT, 'src/qa/replay/replay-file.ts'), { configFile: false, root: ROOT });
  const { ok, lines } = module.replayFile(text, typeof steps === 'string' ? { steps } : {});
  print(lines);
  return ok;
};

const readTrail = async () => {
  /** @type {{ module: typeof import('../src/qa/trail/trail-file.ts') }} */
  const { module } = await runnerImport(join(ROOT, 'src/qa/trail/trail-file.ts'), { configFile: false, root: ROOT });
  const folder = join(ROOT, 'tests', 'flows');
  const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const path = file.replace(/(?:\.skeleton)?\.\w+$/, '');
  const read = module.trailFile(text, basename(path), kept);
  print(read.lines);
  if (!read.ok) return false;
  const target = `${path}${read.ending}`;
  writeFileSync(recordingPath(target), read.text);
  print([`Written: ${target}. ${read.next}`]);
  return true;
};

// `process.exit` would drop output that a pipe has not accepted yet.
process.exitCode = (await (isTrail ? readTrail() : replay())) ? 0 : 1;
