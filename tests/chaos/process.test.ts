import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { afterAll, describe, expect, test } from 'vitest';
import { DEMO_SERVER } from '../../server/demo-environment.mjs';
import { ROOT } from '../../server/prepare.mjs';
import { DEMO } from '../../server/seed/accounts.seed.ts';
import { userLogin } from '../../src/contract/user.contract.ts';
import { createPortalProcess, type PortalProcess } from '../support/runs/portal-process.mjs';
import { createTestPortal, type TestPortal } from '../support/server/postgres-cluster.ts';
import { encryptPassword } from '../support/server/test-server.ts';

const isBuilt = existsSync(join(ROOT, 'dist', 'server', 'main.js'));
const why = isBuilt ? '' : ' (skipped: dist/server is not built)';

/** An idle computer needs half a minute. */
const TEST_TIMEOUT_MS = 600_000;

const started: PortalProcess[] = [];
const removedLater = <Portal extends PortalProcess>(made: Portal): Portal => {
  started.push(made);
  return made;
};
const portal = async (environment: Record<string, string> = {}): Promise<TestPortal> =>
  removedLater(await createTestPortal(environment));
const embeddedPortal = async (environment: Record<string, string> = {}): Promise<PortalProcess> =>
  removedLater(await createPortalProcess(environment));

const post = async (url: string, path: string, input: unknown, token = ''): Promise<unknown> => {
  const headers = { 'content-type': 'application/json', token };
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(input) });
  return response.json();
};

const LOGIN = {
  channel_code: 'account',
  account: DEMO.account,
  passwd: encryptPassword(DEMO.password),
  encrypt: 1,
};
const tokenOf = (answer: unknown): string =>
  v.parse(v.object({ result: v.object({ token: v.string() }) }), answer).result.token;
const login = async (url: string): Promise<string> => tokenOf(await post(url, userLogin.path, LOGIN));

/** Starts the server in a shell and a process group of its own, as npm does. */
const startInShell = (one: TestPortal, environment: Record<string, string> = {}) => {
  const main = join(ROOT, 'dist', 'server', 'main.js');
  return spawn('sh', ['-c', `"${process.execPath}" "${main}"; true`], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...DEMO_SERVER,
      PORT: String(one.port),
      DATA_DIR: one.dataDir,
      ...(one.databaseUrl !== null && { DATABASE_URL: one.databaseUrl }),
      npm_lifecycle_event: 'start',
      ...environment,
    },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
};

const untilReady = async ({ stdout }: ReturnType<typeof startInShell>): Promise<void> => {
  let printed = '';
  stdout.on('data', (chunk) => {
    printed += chunk;
  });
  await expect.poll(() => printed, { timeout: 60_000 }).toContain('ready on');
};

/** A login whose headers the server has read; `finish` sends its body. */
const startLogin = async (url: string) => {
  const sent = request(`${url}${userLogin.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', expect: '100-continue' },
  });
  const answer = once(sent, 'response');
  sent.flushHeaders();
  await once(sent, 'continue');
  const token = async (): Promise<string> => {
    const [response] = await answer;
    return tokenOf(JSON.parse(await text(response)));
  };
  return { token: token(), finish: () => sent.end(JSON.stringify(LOGIN)) };
};

const lineOf = async (one: PortalProcess): Promise<string> => {
  await expect(one.start()).rejects.toThrow('the server exited (1)');
  return one.output().trim();
};

describe.skipIf(!isBuilt)(`the server as a process${why}`, { timeout: TEST_TIMEOUT_MS }, () => {
  afterAll(() => Promise.all(started.map((one) => one.remove())));

  test('SIGTERM: running requests get their responses, then the process exits with 0 (S27)', async () => {
    const one = await embeddedPortal();
    const url = await one.start();
    const running = await startLogin(url);
    const stopping = one.stop();
    running.finish();
    expect(await running.token).toMatch(/^[\w-]{43}$/);
    await stopping;
    expect(one.output()).not.toContain('"level":60');
    await one.start();
    await one.stop();
  });

  test('with DRAIN_DELAY a SIGTERM first turns readiness to 503, and requests are still served (F18, S27)', async () => {
    const one = await portal({ DRAIN_DELAY: '300' });
    const url = await one.start();
    const readiness = async (): Promise<number> => (await fetch(`${url}/health/ready`)).status;
    expect(await readiness()).toBe(200);
    const stopping = one.stop();
    await expect.poll(readiness, { timeout: 60_000 }).toBe(503);
    expect(await login(url)).toMatch(/^[\w-]{43}$/);
    await one.kill();
    await stopping;
  });

  test.skipIf(process.platform === 'win32')('the server ends when the shell of npm is ended (F24, S27)', async () => {
    const one = await portal();
    const shell = startInShell(one);
    const closed = once(shell, 'close');
    await untilReady(shell);
    shell.kill('SIGTERM');
    await closed;
    await expect(fetch(one.url)).rejects.toThrow('fetch failed');
  });

  test.skipIf(process.platform === 'win32')(
    'after a SIGTERM to the process group of npm, the server drains for the whole delay and serves running requests (F18, F24)',
    async () => {
      const one = await portal();
      const shell = startInShell(one, { DRAIN_DELAY: '3' });
      await untilReady(shell);
      const running = await startLogin(one.url);
      const stoppedAt = Date.now();
      // The output closes when the server has exited, not the shell.
      const closed = once(shell.stdout, 'close');
      process.kill(-(shell.pid ?? 0), 'SIGTERM');
      await once(shell, 'exit');
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      running.finish();
      expect(await running.token).toMatch(/^[\w-]{43}$/);
      await closed;
      expect(Date.now() - stoppedAt).toBeGreaterThan(2_900);
    },
  );

  test('a used port prints one line', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => blocker.once('listening', resolve));
    const address = blocker.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    expect(await lineOf(await portal({ PORT: port }))).toBe(
      `Port: 127.0.0.1:${port} is in use by another program. Stop it, or set PORT.`,
    );
    blocker.close();
  });

  test('without the migrations of its release it says so, and creates no database', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-release-'));
    cpSync(join(ROOT, 'dist', 'server'), join(folder, 'dist', 'server'), { recursive: true });
    cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const server = spawn(process.execPath, [join(folder, 'dist', 'server', 'main.js')], {
      cwd: folder,
      env: { ...process.env, ...DEMO_SERVER, DATA_DIR: 'data' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    expect(await text(server.stderr)).toBe(
      'Migrations: the folder server/db/migrations is missing. Copy it from the release, next to dist.\n',
    );
    expect(existsSync(join(folder, 'data'))).toBe(false);
    rmSync(folder, { recursive: true });
  });

  const PRODUCTION = {
    SANDBOX: '0',
    DATABASE_URL: 'postgres://portal@db/portal?sslmode=verify-full',
    GAME_SERVER_URL: 'https://game.example/deliver',
    GAME_SERVER_SECRET: 'a secret of a game server',
    PAYMENT_PROVIDERS: 'sandbox',
    STATIC_DIR: 'no-such-folder',
  };

  test.each([
    ['start with the demo secret (S31)', {}, 'CODE_SECRET must not be the demo value, which is public.'],
    [
      'serve the build of the sandbox',
      { CODE_SECRET: 'a code secret for tests', STATIC_DIR: join(ROOT, 'dist', 'portal') },
      'STATIC_DIR contains a build with VITE_SANDBOX=1, which only a server with SANDBOX=1 may serve.',
    ],
  ])('without SANDBOX=1 it refuses to %s', async (_, environment, line) => {
    expect(await lineOf(await embeddedPortal({ ...PRODUCTION, ...environment }))).toBe(`Configuration: ${line}`);
  });
});
