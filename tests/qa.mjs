import { parseArgs } from 'node:util';
import { install, requireNode } from '../server/prepare.mjs';
import { fail } from './support/runs/recording-command.mjs';

requireNode();
await install();

const USAGE = `Usage:
  npm run qa FILE…                          names the first finding, and writes the report
  npm run qa FILE… -- --expects "WORDS"     the last page should show these words; writes a test too
  npm run qa FILE -- --steps [WORD]         prints the messages to machines whose name has the word
  npm run qa FILE -- --against FILE         compares with another recording
  npm run qa record [NAME]                  records the flows of the tests
  npm run qa scenario [NAME] [CLIENT-ID]    lists the rare situations, or sets one up`;

/** @type {(problem: string) => never} */
const refuse = (problem) => fail(`${problem}\n${USAGE}`);

const OPTIONS = /** @type {const} */ (['expects', 'steps', 'against']);
const [command, ...rest] = process.argv.slice(2);

/** The word after an option may be missing, and a recording is never such a word. */
const readArguments = () => {
  const options = Object.fromEntries(OPTIONS.map((name) => [name, /** @type {const} */ ({ type: 'string' })]));
  const { values, positionals } = parseArgs({ options, allowPositionals: true, strict: false });
  const unknown = Object.keys(values).find((name) => !OPTIONS.some((known) => known === name));
  if (unknown !== undefined) return refuse(`Unknown option --${unknown}.`);
  const given = OPTIONS.filter((name) => values[name] !== undefined);
  if (given.length > 1) return refuse(`Use one of --${given.join(', --')}.`);
  const [option] = given;
  const value = option && values[option];
  const isFile = option !== 'against' && typeof value === 'string' && value.endsWith('.flow.json');
  const files = isFile ? [...positionals, value] : positionals;
  return { files, option, word: typeof value === 'string' && !isFile ? value : null };
};

const run = async () => {
  if (command === 'record') return (await import('./support/qa/record.command.mjs')).record(rest);
  if (command === 'scenario') return (await import('./support/qa/scenario.command.mjs')).scenario(rest);
  const swallowed = OPTIONS.find((name) => process.env[`npm_config_${name}`]);
  if (swallowed) return refuse(`npm swallowed --${swallowed}. Put options after \`--\`.`);
  const { files, option, word } = readArguments();
  const [file = refuse('Missing argument: a recording file.'), ...others] = files;
  if (option !== undefined && option !== 'expects' && others.length > 0)
    return refuse(`Name one recording only, without ${others.join(' ')}.`);
  const { check, compare, printSteps } = await import('./support/qa/check.command.mjs');
  switch (option) {
    case 'steps':
      return printSteps(file, word ?? '');
    case 'against':
      return compare(file, word ?? refuse('--against needs a recording file.'));
    case 'expects':
      return check(files, word ?? refuse('--expects needs words.'));
    case undefined:
      return check(files, undefined);
  }
};

await run();
