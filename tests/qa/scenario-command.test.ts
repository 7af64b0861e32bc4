import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCENARIOS } from '../../src/qa/lab/lab.scenarios.ts';
import { freePort } from '../support/portal-process.mjs';

const heard: { readonly path: string | undefined; readonly body: unknown }[] = [];
let status = 200;
let server: Server;
let url = '';

beforeAll(async () => {
  server = createServer(async (request, answer) => {
    let text = '';
    for await (const part of request) text += String(part);
    heard.push({ path: request.url, body: text === '' ? null : JSON.parse(text) });
    answer.writeHead(status, { 'content-type': 'application/json' }).end('{"code":0}');
  });
  const port = await freePort();
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  url = `http://127.0.0.1:${port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

type Ended = { readonly code: number | null; readonly said: string; readonly complained: string };

const run = (args: readonly string[], portal = url): Promise<Ended> =>
  new Promise((resolve) => {
    heard.length = 0;
    const child = spawn(process.execPath, ['tests/set-up-scenario.mjs', ...args], {
      env: { ...process.env, PORTAL_URL: portal },
    });
    let [said, complained] = ['', ''];
    child.stdout.on('data', (part) => {
      said += part;
    });
    child.stderr.on('data', (part) => {
      complained += part;
    });
    child.once('close', (code) => resolve({ code, said, complained }));
  });

test('INSP-06 · without a name it lists every scenario', async () => {
  const { code, said } = await run([]);
  expect(code).toBe(0);
  for (const [name, { title }] of Object.entries(SCENARIOS)) {
    expect(said).toContain(`\n  ${name} `);
    expect(said).toContain(` ${title}\n`);
  }
});

test('INSP-06 · a name and a client-id: its faults are set, and what is to be seen is said', async () => {
  const { code, said } = await run(['price-changed', 'client-1']);
  expect(code).toBe(0);
  expect(heard.slice(1)).toEqual(
    SCENARIOS['price-changed'].faults.map((rule) => ({
      path: '/sandbox/faults',
      body: { clientId: 'client-1', ...rule },
    })),
  );
  expect(said).toContain('Set up for the client-id client-1');
  expect(said).toContain('Use it once the player is on the confirm step');
  expect(said).toContain(`Expect: ${SCENARIOS['price-changed'].expect}`);
});

test('INSP-06 · what only a browser can do is a link', async () => {
  const { code, said } = await run(['offline', 'client-1']);
  expect(code).toBe(0);
  expect(said).not.toContain('Set up');
  expect(said).toContain(`${url}/main/recharge?scenario=offline`);
  expect(heard).toHaveLength(1);
});

test('INSP-06 · a wrong name, no portal, and one that is no sandbox: exit code 1 and one line', async () => {
  expect(await run(['nope'])).toMatchObject({
    code: 1,
    complained: 'Unknown scenario "nope". npm run scenario lists them.\n',
  });
  const away = `http://127.0.0.1:${await freePort()}`;
  expect(await run(['maintenance'], away)).toMatchObject({
    code: 1,
    complained: `No portal responds at ${away}. Run npm start, or set PORTAL_URL.\n`,
  });
  status = 404;
  expect(await run(['maintenance', 'client-1'])).toMatchObject({
    code: 1,
    complained: `${url} responded with 404. Is its sandbox on?\n`,
  });
});
