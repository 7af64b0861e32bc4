import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { install, requireNode, stop } from '../server/prepare.mjs';

requireNode();
await install();
const USAGE = 'Usage: node vite/build-viewer.mjs --name @acme/viewer --license MIT [--out FOLDER]';
/** A name that npm accepts. */
const NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

const readOptions = () => {
  const option = /** @type {const} */ ({ type: 'string' });
  try {
    return parseArgs({ options: { name: option, license: option, out: option } }).values;
  } catch (error) {
    return stop(`${error instanceof Error ? error.message : error} ${USAGE}`);
  }
};

const { name, license, out } = readOptions();
if (name !== undefined && !NAME.test(name)) stop(`"${name}" is not a valid package name. ${USAGE}`);
const folder =
  out === undefined ? resolve(import.meta.dirname, '../dist/viewer') : resolve(process.env['INIT_CWD'] ?? '', out);

process.env['NODE_ENV'] = 'production';
const { buildViewerPackage, isReplaceable } = await import('./viewer-package.mjs');
if (!isReplaceable(folder)) stop(`${folder} contains other files: name a new folder.`);
await buildViewerPackage(folder, { name, license });

const shown = relative('', folder) || '.';
process.stdout.write(`The package is in ${shown}. Next: cd ${shown} && npm pack\n`);
if (name === undefined || license === undefined)
  process.stdout.write('It is private: npm publishes it once --name and --license are given.\n');
