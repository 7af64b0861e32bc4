import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCENARIOS } from '../../src/qa/portal/lab/lab.scenarios.ts';
import { freePort } from '../support/runs/portal-process.mjs';

const requests: { readonly path: string | undefined; readonly body: unknown }[] = [];
let status = 200;
let server: Server;
let url = '';

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += String(part);
    requests.push({ path: request.url, body: text === '' ? null : JSON.parse(text) });
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"code":0}');
  });
  const port = await freePort();
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  url = `http://127.0.0.1:${port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

const run = (args: readonly string[], environment: NodeJS.ProcessEnv = { PORTAL_URL: url }): Promise<Ended> =>
  new Promise((resolve) => {
    requests.length = 0;
    const child = spawn(process.execPath, ['tests/qa.mjs', 'scenario', ...args], {
      env: { ...process.env, ...environment },
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (part) => {
      stdout += part;
    });
    child.stderr.on('data', (part) => {
      stderr += part;
    });
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });

test('without a name it lists every scenario (INSP-06)', async () => {
  const { code, stdout } = await run([]);
  expect(code).toBe(0);
  for (const [name, { title }] of Object.entries(SCENARIOS)) {
    expect(stdout).toContain(`\n  ${name} `);
    expect(stdout).toContain(` ${title}\n`);
  }
});

test('a name and a client-id: it sets the faults and prints the expected result (INSP-06)', async () => {
  const { code, stdout } = await run(['price-changed', 'client-1']);
  expect(code).toBe(0);
  expect(requests.slice(1)).toEqual(
    SCENARIOS['price-changed'].faults.map((rule) => ({
      path: '/sandbox/faults',
      body: { clientId: 'client-1', ...rule },
    })),
  );
  expect(stdout).toContain('Set up for the client-id client-1');
  expect(stdout).toContain('Use it once the player is on the confirm step');
  expect(stdout).toContain(`Expect: ${SCENARIOS['price-changed'].expect}`);
});

test('an unknown name, a missing portal and a portal without a sandbox: an exit code and one line (INSP-06)', async () => {
  expect(await run(['nope'])).toMatchObject({
    code: 2,
    stderr: 'Unknown scenario "nope". npm run qa scenario lists them.\n',
  });
  const away = `http://127.0.0.1:${await freePort()}`;
  expect(await run(['maintenance'], { PORTAL_URL: away })).toMatchObject({
    code: 1,
    stderr: `No portal responds at ${away}. Run npm start, or set PORTAL_URL.\n`,
  });
  status = 404;
  expect(await run(['maintenance', 'client-1'])).toMatchObject({
    code: 1,
    stderr: `${url} responded with 404. Is its sandbox on?\n`,
  });
});
