import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/runs/portal-process.mjs';
import { unprivilegedUser } from '../support/server/postgres-cluster.ts';
import type { SelfSignedCertificate } from '../support/server/self-signed-certificate.ts';

const LIMIT_MS = 120_000;
const EVERY_MS = 20;

/** Resolves when `check` returns true; rejects with `what` after two minutes. */
export const waitFor = async (what: string, check: () => boolean | Promise<boolean>): Promise<void> => {
  const end = performance.now() + LIMIT_MS;
  while (!(await check())) {
    if (performance.now() > end) throw new Error(`timeout: ${what}`);
    await pause(EVERY_MS);
  }
};

/**
 * `log`: the end of the program's log, without refused connections, which are expected. `file`: the text of a file in its folder; empty if
 * it does not exist.
 */
export type Program = {
  readonly port: number;
  readonly log: () => string;
  readonly file: (name: string) => string;
  readonly remove: () => Promise<void>;
};

const ERROR_LOG = 'error.log';
export const ACCESS_LOG = 'portal.log';
const LOG_CHARACTERS = 3_000;

/** Throws if a configuration lacks a text that should be replaced. */
const replaced = (configuration: string, replacements: Readonly<Record<string, string>>): string => {
  let text = configuration;
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`the configuration lacks "${from}"`);
    text = text.replaceAll(from, to);
  }
  return text;
};

/** Returns a configuration of docs/ with other addresses. */
const configured = (name: string, replacements: Readonly<Record<string, string>>): string =>
  replaced(readFileSync(fileURLToPath(new URL(`../../docs/${name}`, import.meta.url)), 'utf8'), replacements);

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/**
 * Starts a program in a new folder with these files, as a user other than root, and waits until its port accepts connections. With
 * `checkArgumentsOf` it first runs to its end, and throws if it fails.
 */
const startProgram = async (
  binary: string,
  port: number,
  filesOf: (folder: string) => Readonly<Record<string, string>>,
  argumentsOf: (folder: string) => readonly string[],
  checkArgumentsOf?: (folder: string) => readonly string[],
): Promise<Program> => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-cluster-'));
  const systemUser = unprivilegedUser();
  mkdirSync(join(folder, 'temp'));
  for (const [name, text] of Object.entries(filesOf(folder))) writeFileSync(join(folder, name), text, { mode: 0o600 });
  const paths = ['', 'temp', ...Object.keys(filesOf(folder))].map((name) => join(folder, name));
  if (systemUser) for (const path of paths) chownSync(path, systemUser.uid, systemUser.gid);
  if (checkArgumentsOf) execFileSync(binary, checkArgumentsOf(folder), { ...systemUser, cwd: folder, stdio: 'pipe' });
  const child: ChildProcess = spawn(binary, argumentsOf(folder), {
    ...systemUser,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-LOG_CHARACTERS);
    });
  const file = (name: string): string => {
    const path = join(folder, name);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  };
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  await waitFor(`${binary} on port ${port}`, async () => {
    if (hasEnded()) throw new Error(`${binary} ended:\n${output}`);
    return accepts(port);
  });
  return {
    port,
    file,
    log: () => {
      const lines = (file(ERROR_LOG) || output).split('\n').filter((line) => !line.includes('Connection refused'));
      return lines.join('\n').slice(-LOG_CHARACTERS);
    },
    remove: async () => {
      if (!hasEnded()) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** nginx on `port` with the site of a configuration. */
const startNginxSite = (
  binary: string,
  port: number,
  siteIn: (folder: string) => string,
  files: Readonly<Record<string, string>>,
): Promise<Program> => {
  const around = (folder: string): string =>
    `pid ${folder}/nginx.pid;\nevents { worker_connections 4096; }\nhttp {\ninclude /etc/nginx/mime.types;\naccess_log off;\n` +
    `${TEMPORARY.map((name) => `${name}_temp_path ${folder}/temp;`).join('\n')}\ninclude ${folder}/site.conf;\n}\n`;
  return startProgram(
    binary,
    port,
    (folder) => ({
      ...files,
      'nginx.conf': around(folder),
      'site.conf': siteIn(folder),
    }),
    (folder) => ['-p', folder, '-e', join(folder, ERROR_LOG), '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'],
  );
};

/** nginx on `port` with docs/nginx.conf, after `replacements`. */
const startSite = (
  binary: string,
  port: number,
  replacementsIn: (folder: string) => Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>>,
): Promise<Program> =>
  startNginxSite(binary, port, (folder) => configured('nginx.conf', replacementsIn(folder)), files);

type Servers = readonly [number, number];

const upstreams = ([first, second]: Servers): Readonly<Record<string, string>> => ({
  '127.0.0.1:8787': `127.0.0.1:${first}`,
  '127.0.0.1:8788': `127.0.0.1:${second}`,
});

/** Replaces the `listen` lines of the plain and the main port, in the portal's blocks and in the block for other host names. */
const listening = (plain: number, main: string): Readonly<Record<string, string>> => ({
  'listen 80;': `listen 127.0.0.1:${plain};`,
  'listen 80 default_server;': `listen 127.0.0.1:${plain} default_server;`,
  'listen 443 ssl;': `listen 127.0.0.1:${main};`,
  'listen 443 ssl default_server;': `listen 127.0.0.1:${main} default_server;`,
});

/** nginx in front of two servers, without TLS, also for callers that know only its address. */
export const startNginx = async (binary: string, port: number, servers: Servers): Promise<Program> => {
  const plainPort = await freePort();
  return startSite(
    binary,
    port,
    () => ({
      ...upstreams(servers),
      ...listening(plainPort, `${port}`),
      'server_name portal.example;': 'server_name portal.example 127.0.0.1;',
      'access_log /var/log/nginx/portal.log portal;': '',
      'ssl_certificate /etc/letsencrypt/live/portal.example/fullchain.pem;': '',
      'ssl_certificate_key /etc/letsencrypt/live/portal.example/privkey.pem;': '',
    }),
    {},
  );
};

/** nginx in front of two servers, with TLS. Only addresses, files and `more` differ from docs/nginx.conf. */
export const startNginxWithTls = (
  binary: string,
  ports: { readonly plain: number; readonly tls: number },
  servers: Servers,
  { cert, key }: SelfSignedCertificate,
  more: Readonly<Record<string, string>> = {},
): Promise<Program> =>
  startSite(
    binary,
    ports.tls,
    (folder) => ({
      ...upstreams(servers),
      ...listening(ports.plain, `${ports.tls} ssl`),
      '/var/log/nginx/portal.log': join(folder, ACCESS_LOG),
      '/etc/letsencrypt/live/portal.example/fullchain.pem': join(folder, 'fullchain.pem'),
      '/etc/letsencrypt/live/portal.example/privkey.pem': join(folder, 'privkey.pem'),
      ...more,
    }),
    { 'fullchain.pem': cert, 'privkey.pem': key },
  );

/** nginx with docs/nginx-portal.conf of a release. */
export const startPortalHost = async (
  binary: string,
  configuration: string,
  headers: string,
  site: string,
): Promise<Program> => {
  const [port, plain] = [await freePort(), await freePort()];
  return startNginxSite(
    binary,
    port,
    (folder) =>
      replaced(configuration, {
        'listen 80;': `listen 127.0.0.1:${plain};`,
        'listen 443 ssl;': `listen 127.0.0.1:${port};`,
        '    ssl_certificate /etc/letsencrypt/live/portal.example/fullchain.pem;\n': '',
        '    ssl_certificate_key /etc/letsencrypt/live/portal.example/privkey.pem;\n': '',
        '/etc/nginx/portal-headers.conf': join(folder, 'portal-headers.conf'),
        '/srv/portal': site,
        'https://api.publisher.example': 'http://127.0.0.1:9',
      }),
    { 'portal-headers.conf': headers },
  );
};

/** Caddy with docs/Caddyfile of a release. */
export const startCaddy = async (
  binary: string,
  configuration: string,
  headers: string,
  site: string,
): Promise<Program> => {
  const port = await freePort();
  const text = replaced(configuration, {
    '\n{\n': '\n{\n\tadmin off\n',
    '\nportal.example {': `\nhttp://127.0.0.1:${port} {`,
    '/srv/portal': site,
    'https://api.publisher.example': 'http://127.0.0.1:9',
  });
  return startProgram(
    binary,
    port,
    () => ({ Caddyfile: text, 'portal-headers.caddy': headers }),
    (folder) => ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'],
  );
};

/** PgBouncer with docs/pgbouncer.ini, after `more` replacements, in front of the PostgreSQL on `database`. */
export const startPgBouncer = async (
  binary: string,
  database: number,
  password: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Program> => {
  const port = await freePort();
  const settings = (folder: string): string =>
    configured('pgbouncer.ini', {
      'portal = host=127.0.0.1 port=5432 dbname=portal': `postgres = host=127.0.0.1 port=${database} dbname=postgres`,
      'listen_port = 6432': `listen_port = ${port}`,
      '/etc/pgbouncer/userlist.txt': join(folder, 'users.txt'),
      ...more,
    });
  return startProgram(
    binary,
    port,
    (folder) => ({ 'users.txt': `"tester" "${password}"\n`, 'pgbouncer.ini': settings(folder) }),
    (folder) => [join(folder, 'pgbouncer.ini')],
  );
};
