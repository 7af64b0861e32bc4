import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { install, ROOT, requireNode, stop } from '../server/prepare.mjs';

requireNode();
await install();
const { runnerImport } = await import('vite');
/** @type {{ module: typeof import('../src/qa/lab/lab.scenarios.ts') }} */
const { module } = await runnerImport(join(ROOT, 'src/qa/lab/lab.scenarios.ts'), { configFile: false, root: ROOT });
const { SCENARIOS, scenarioNamed } = module;
const portal = process.env['PORTAL_URL'] ?? `http://127.0.0.1:${process.env['PORT'] ?? 8787}`;
const { positionals } = parseArgs({ allowPositionals: true });
const [name, clientId] = positionals;

if (!name) {
  const lines = Object.entries(SCENARIOS).map(([key, { title }]) => `  ${key.padEnd(20)} ${title}`);
  process.stdout.write(`npm run scenario NAME [CLIENT-ID]\n${lines.join('\n')}\n`);
  process.exit(0);
}
const scenario = scenarioNamed(name) ?? stop(`Unknown scenario "${name}". npm run scenario lists them.`);

const MOMENTS = {
  confirm: 'the player is on the confirm step',
  order: 'there is an order',
  paid: 'an order is paid',
};

/** @type {(path: string, init?: RequestInit) => Promise<void>} */
const callSandbox = async (path, init) => {
  const response =
    (await fetch(`${portal}/sandbox/${path}`, init).catch(() => null)) ??
    stop(`No portal responds at ${portal}. Run npm start, or set PORTAL_URL.`);
  if (!response.ok) stop(`${portal} responded with ${response.status}. Is its sandbox on?`);
};

/** @param {import('../src/qa/lab/lab.types.ts').FaultRule} rule */
const addFaultRule = (rule) => {
  const headers = { 'content-type': 'application/json' };
  return callSandbox('faults', { method: 'POST', headers, body: JSON.stringify({ clientId, ...rule }) });
};

await callSandbox('faults');
if (clientId) for (const rule of scenario.faults) await addFaultRule(rule);
const lines = [scenario.title];
if (clientId && scenario.faults.length > 0) lines.push(`Set up for the client-id ${clientId} on ${portal}.`);
if (clientId && scenario.from) lines.push(`Active now. Use it once ${MOMENTS[scenario.from]}.`);
if (clientId && scenario.device) lines.push('Only a browser can simulate the device part.');
if (!clientId || scenario.device) lines.push(`In a browser: ${portal}/main/recharge?scenario=${name}`);
process.stdout.write(`${[...lines, `Expect: ${scenario.expect}`].join('\n')}\n`);
