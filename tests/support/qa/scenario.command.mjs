import { join } from 'node:path';
import { ROOT, stop } from '../../../server/prepare.mjs';
import { fail } from '../runs/recording-command.mjs';

const MOMENTS = {
  confirm: 'the player is on the confirm step',
  order: 'there is an order',
  paid: 'an order is paid',
};

/** @type {(portal: string, path: string, init?: RequestInit) => Promise<void>} */
const callSandbox = async (portal, path, init) => {
  const response =
    (await fetch(`${portal}/sandbox/${path}`, init).catch(() => null)) ??
    stop(`No portal responds at ${portal}. Run npm start, or set PORTAL_URL.`);
  if (!response.ok) stop(`${portal} responded with ${response.status}. Is its sandbox on?`);
};

/** Lists the scenarios, or sets one up for a client. @param {readonly string[]} words */
export const scenario = async ([name, clientId]) => {
  const { runnerImport } = await import('vite');
  /** @type {{ module: typeof import('../../../src/qa/portal/lab/lab.scenarios.ts') }} */
  const { module } = await runnerImport(join(ROOT, 'src/qa/portal/lab/lab.scenarios.ts'), {
    configFile: false,
    root: ROOT,
  });
  const { SCENARIOS, scenarioNamed } = module;
  const portal = process.env['PORTAL_URL'] ?? `http://127.0.0.1:${process.env['PORT'] ?? 8787}`;
  if (!name) {
    const lines = Object.entries(SCENARIOS).map(([key, { title }]) => `  ${key.padEnd(20)} ${title}`);
    process.stdout.write(`npm run qa scenario NAME [CLIENT-ID]\n${lines.join('\n')}\n`);
    return;
  }
  const { title, faults, from, device, expect } =
    scenarioNamed(name) ?? fail(`Unknown scenario "${name}". npm run qa scenario lists them.`);
  await callSandbox(portal, 'faults');
  const headers = { 'content-type': 'application/json' };
  if (clientId)
    for (const rule of faults)
      await callSandbox(portal, 'faults', { method: 'POST', headers, body: JSON.stringify({ clientId, ...rule }) });
  const lines = [title];
  if (clientId && faults.length > 0) lines.push(`Set up for the client-id ${clientId} on ${portal}.`);
  if (clientId && from) lines.push(`Active now. Use it once ${MOMENTS[from]}.`);
  if (clientId && device) lines.push('Only a browser can simulate the device part.');
  if (!clientId || device) lines.push(`In a browser: ${portal}/main/recharge?scenario=${name}`);
  process.stdout.write(`${[...lines, `Expect: ${expect}`].join('\n')}\n`);
};
