import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { install, ROOT, requireNode } from '../server/prepare.mjs';

requireNode();

const USAGE = `Usage: npm run check-api -- URL [--origin URL] [--with-orders] [--json FILE] [--junit FILE]
  URL             origin of the API
  --origin URL    origin of the portal, if it is another one
  --with-orders   places one order, and leaves it unpaid
  --json, --junit write the results to a file
  --help          prints this
Variables: those of the portal's build (VITE_PASSWORD_KEY, VITE_RESET_PASSPHRASE, VITE_PAY_HOSTS, VITE_CODES, …), CHECK_ACCOUNT and
CHECK_PASSWORD of a player, and CHECK_EMAIL and CHECK_PHONE (E.164), which get a real code.`;

/** The exit code is 0 without a failure, 1 with one, and 2 if nothing could be checked. @type {(line: string) => never} */
const stop = (line) => {
  process.stderr.write(`${line}\n`);
  process.exit(2);
};

const OPTIONS = /** @type {const} */ ({
  origin: { type: 'string', default: '' },
  'with-orders': { type: 'boolean', default: false },
  json: { type: 'string' },
  junit: { type: 'string' },
  help: { type: 'boolean' },
});

const readArguments = () => {
  try {
    return parseArgs({ allowPositionals: true, options: OPTIONS });
  } catch (error) {
    return stop(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
};

/** @type {(text: string) => string} */
const originOf = (text) => {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) return stop(USAGE);
  const { origin, href } = new URL(text);
  return href === `${origin}/`
    ? origin
    : stop(`The portal calls ${origin}/api/…, without a base path: give ${origin} alone`);
};

const { values, positionals } = readArguments();
if (values.help) {
  process.stdout.write(`${USAGE}\n`);
  process.exit();
}
const [address, ...others] = positionals;
const swallowed = Object.keys(OPTIONS).find((name) => process.env[`npm_config_${name.replace('-', '_')}`]);
if (swallowed) stop(`npm swallowed --${swallowed}. Put options after \`--\`.\n${USAGE}`);
if (address === undefined || others.length > 0) stop(USAGE);
const url = originOf(address);
const origin = values.origin === '' ? '' : originOf(values.origin);

await install();
const { runnerImport } = await import('vite');
/** @type {{ module: typeof import('../src/check-api/check-api.ts') }} */
const { module } = await runnerImport(join(ROOT, 'src/check-api/check-api.ts'), {
  configFile: false,
  root: ROOT,
});

const { CHECK_ACCOUNT = '', CHECK_PASSWORD = '', CHECK_EMAIL = '', CHECK_PHONE = '' } = process.env;

const { table, json, junit, hasFailed } = await module
  .runCheck({
    url,
    origin,
    withOrders: values['with-orders'],
    player: CHECK_ACCOUNT === '' ? null : { account: CHECK_ACCOUNT, password: CHECK_PASSWORD },
    email: CHECK_EMAIL,
    phone: CHECK_PHONE,
    variables: process.env,
    root: ROOT,
  })
  .catch((/** @type {Error} */ { message }) => stop(message));
process.stdout.write(table);
if (values.json) writeFileSync(values.json, json);
if (values.junit) writeFileSync(values.junit, junit);
process.exitCode = hasFailed ? 1 : 0;
