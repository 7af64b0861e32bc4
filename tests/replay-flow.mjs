import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { install, ROOT, requireNode, stop } from '../server/prepare.mjs';

requireNode();
install();
const [file] = process.argv.slice(2);
if (!file) stop('Which recording? npm run replay FILE.flow.json');

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
const { ok, lines } = module.replayFile(text);
process.stdout.write(`${lines.join('\n')}\n`);
process.exit(ok ? 0 : 1);
