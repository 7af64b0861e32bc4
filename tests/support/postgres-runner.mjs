import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Runs PostgreSQL on a throw-away cluster for as long as the test run lives that asked for it, then removes both. A process of its own, so
 * that a test run that is killed leaves nothing behind. With KEEP_CLUSTER the cluster outlives PostgreSQL while the test run lives.
 */
const [bin, folder, port, uid, gid, owner, ...leftovers] = process.argv.slice(2);
const who = uid === '' ? {} : { uid: Number(uid), gid: Number(gid) };

const server = spawn(
  join(bin, 'postgres'),
  [
    '-D',
    folder,
    '-p',
    port,
    '-h',
    '127.0.0.1',
    '-k',
    '',
    '-F',
    '-c',
    'max_connections=300',
    '-c',
    'full_page_writes=off',
  ],
  { ...who, cwd: folder, stdio: 'ignore' },
);

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

server.on('exit', () => {
  clearInterval(watch);
  if (process.env.KEEP_CLUSTER && isAlive(Number(owner))) return;
  for (const path of [folder, ...leftovers]) rmSync(path, { recursive: true, force: true });
});
