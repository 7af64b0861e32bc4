import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Runs PostgreSQL on a temporary cluster until the test run that started it ends, then deletes the cluster. A separate process, so that
 * a killed test run leaves nothing behind. With KEEP_CLUSTER the cluster survives PostgreSQL until the test run ends. With DURABLE each
 * commit is written to the disk.
 */
const { positionals } = parseArgs({ allowPositionals: true });
const [bin = '', folder = '', port = '', uid = '', gid = '', owner = '', ...leftovers] = positionals;
const who = uid === '' ? {} : { uid: Number(uid), gid: Number(gid) };

const settings = ['max_connections=300', ...(process.env['DURABLE'] ? [] : ['fsync=off', 'full_page_writes=off'])];
const options = settings.flatMap((setting) => ['-c', setting]);
const server = spawn(join(bin, 'postgres'), ['-D', folder, '-p', port, '-h', '127.0.0.1', '-k', '', ...options], {
  ...who,
  cwd: folder,
  stdio: 'ignore',
});

/** @param {number} pid */
const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const watch = setInterval(() => {
  if (!isAlive(Number(owner))) server.kill('SIGQUIT');
}, 500);

// Ctrl-C in a terminal reaches this process and PostgreSQL. This process ignores it and deletes the folder after PostgreSQL has ended.
process.on('SIGINT', () => undefined);

server.on('exit', () => {
  clearInterval(watch);
  if (process.env['KEEP_CLUSTER'] && isAlive(Number(owner))) return;
  for (const path of [folder, ...leftovers]) rmSync(path, { recursive: true, force: true });
});
