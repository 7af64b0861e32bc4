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

const strike = async (one) => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const body = JSON.stringify({ clientId, ...one });
  const answer = await fetch(`${portal}/sandbox/faults`, { ...init, body }).catch(() => null);
  if (!answer) stop(`No portal answers at ${portal}: npm start, or set PORTAL_URL.`);
  if (!answer.ok) stop(`${portal} refused (${answer.status}): is it a sandbox?`);
};

if (clientId) for (const one of scenario.strikes) await strike(one);
const link = `${portal}/main/recharge?scenario=${name}`;
const done = clientId ? `Set up for the client-id ${clientId} on ${portal}.` : `In a browser: ${link}`;
process.stdout.write(`${scenario.title}\n${done}\nExpect: ${scenario.expect}\n`);
