import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { install, ROOT, requireNode, stop } from '../server/prepare.mjs';

requireNode();
install();
const USAGE = 'npm run replay FILE.flow.json, or npm run replay -- FILE.flow.json --steps [WORD]';
if (process.env['npm_config_steps']) stop(`npm kept --steps for itself: ${USAGE}`);

/** The word after `--steps` may be left out: every step then. */
const readArguments = ([first, ...rest], read = { files: [], steps: undefined }) => {
  if (first === undefined) return read;
  if (first === '--steps') {
    const [word] = rest;
    const isWord = word !== undefined && !word.startsWith('-') && !word.endsWith('.flow.json');
    return readArguments(rest.slice(isWord ? 1 : 0), { ...read, steps: isWord ? word : '' });
  }
  if (first.startsWith('-')) stop(`There is no ${first}: ${USAGE}`);
  return readArguments(rest, { ...read, files: [...read.files, first] });
};

const { files, steps } = readArguments(process.argv.slice(2));
const [file, ...others] = files;
if (!file) stop(`Which recording? ${USAGE}`);
if (others.length) stop(`One recording at a time, without ${others.join(' ')}: ${USAGE}`);

const textOf = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return stop(`${path} cannot be read (${error.code}).`);
  }
};

const text = textOf(resolve(process.env['INIT_CWD'] ?? '', file));
const { runnerImport } = await import('vite');
const { module } = await runnerImport(join(ROOT, 'src/qa/replay/replay-file.ts'), { configFile: false, root: ROOT });
const { ok, lines } = module.replayFile(text, { steps });
process.stdout.write(`${lines.join('\n')}\n`);
process.exit(ok ? 0 : 1);
