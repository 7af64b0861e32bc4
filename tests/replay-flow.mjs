import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { install, ROOT, requireNode, stop } from '../server/prepare.mjs';
import { readRecording } from './support/runs/recording-command.mjs';

requireNode();
await install();
const USAGE = 'Usage: npm run replay FILE.flow.json, or npm run replay -- FILE.flow.json --steps [WORD]';
if (process.env['npm_config_steps']) stop(`npm swallowed --steps. Put options after \`--\`. ${USAGE}`);

/** The word after `--steps` is optional; without it every step is printed. */
const readArguments = () => {
  const { values, positionals } = parseArgs({
    options: { steps: { type: 'string' } },
    allowPositionals: true,
    strict: false,
  });
  const unknown = Object.keys(values).find((name) => name !== 'steps');
  if (unknown !== undefined) stop(`Unknown option --${unknown}. ${USAGE}`);
  const steps = values['steps'] === true ? '' : values['steps'];
  if (typeof steps === 'string' && steps.endsWith('.flow.json')) return { files: [...positionals, steps], steps: '' };
  return { files: positionals, steps };
};

const { files, steps } = readArguments();
const [file = stop(`Missing argument: a recording file. ${USAGE}`), ...others] = files;
if (others.length) stop(`Name one recording only, without ${others.join(' ')}. ${USAGE}`);

const text = readRecording(file, stop);
const { runnerImport } = await import('vite');
/** @type {{ module: typeof import('../src/qa/replay/replay-file.ts') }} */
const { module } = await runnerImport(join(ROOT, 'src/qa/replay/replay-file.ts'), { configFile: false, root: ROOT });
const { ok, lines } = module.replayFile(text, typeof steps === 'string' ? { steps } : {});
process.stdout.write(`${lines.join('\n')}\n`);
// `process.exit` would drop output that a pipe has not accepted yet.
process.exitCode = ok ? 0 : 1;
