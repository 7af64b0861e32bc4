import { join } from 'node:path';
import { install, ROOT, requireNode, stop } from '../server/prepare.mjs';

requireNode();
install();
const { runnerImport } = await import('vite');
const { module } = await runnerImport(join(ROOT, 'src/qa/lab/lab.scenarios.ts'), { configFile: false, root: ROOT });
const { SCENARIOS, scenarioNamed } = module;
const portal = process.env['PORTAL_URL'] ?? 'http://127.0.0.1:8787';
const [name, clientId] = process.argv.slice(2);

if (!name) {
  const lines = Object.entries(SCENARIOS).map(([key, { title }]) => `  ${key.padEnd(20)} ${title}`);
  process.stdout.write(`npm run scenario NAME [CLIENT-ID]\n${lines.join('\n')}\n`);
  process.exit(0);
}
const scenario = scenarioNamed(name);
if (!scenario) stop(`There is no scenario "${name}": npm run scenario lists them.`);

const FROM = {
  confirm: 'an order is looked at before it is paid',
  order: 'there is an order',
  paid: 'an order is paid',
};

const ask = async (path, init = {}) => {
  const answer = await fetch(`${portal}/sandbox/${path}`, init).catch(() => null);
  if (!answer) stop(`No portal answers at ${portal}: npm start, or set PORTAL_URL.`);
  if (!answer.ok) stop(`${portal} refused (${answer.status}): is it a sandbox?`);
};

const strike = (one) => {
  const headers = { 'content-type': 'application/json' };
  return ask('faults', { method: 'POST', headers, body: JSON.stringify({ clientId, ...one }) });
};

await ask('faults');
if (clientId) for (const one of scenario.strikes) await strike(one);
const lines = [scenario.title];
if (clientId && scenario.strikes.length > 0) lines.push(`Set up for the client-id ${clientId} on ${portal}.`);
if (clientId && scenario.from) lines.push(`It strikes from now on; it is meant for when ${FROM[scenario.from]}.`);
if (clientId && scenario.device) lines.push('What it does to the device is done in a browser alone.');
if (!clientId || scenario.device) lines.push(`In a browser: ${portal}/main/recharge?scenario=${name}`);
process.stdout.write(`${[...lines, `Expect: ${scenario.expect}`].join('\n')}\n`);
