import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ROOT } from '../../server/prepare.mjs';

/** A process of the benchmark that responds to messages. */
export type Process = {
  readonly request: <Reply>(message: unknown) => Promise<Reply>;
  readonly end: () => Promise<void>;
};

const nextMessage = <Reply>(child: ChildProcess): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const fail = (code: number | null): void => reject(new Error(`a process of the benchmark exited with ${code}`));
    child.once('exit', fail);
    child.once('message', (message) => {
      child.off('exit', fail);
      resolve(message as Reply);
    });
  });

/** Starts a built process and waits until it is ready. Its request log goes to /dev/null, its errors to this terminal. */
export const startProcess = async (name: string, env: Readonly<Record<string, string>>): Promise<Process> => {
  const child = fork(join(ROOT, '.cache', 'bench-server', `${name}.js`), {
    cwd: ROOT,
    env: { ...process.env, ...env },
    execArgv: (process.env['BENCH_NODE_OPTIONS'] ?? '').split(' ').filter(Boolean),
    stdio: ['ignore', process.env['BENCH_LOG'] ? 'inherit' : 'ignore', 'inherit', 'ipc'],
  });
  await nextMessage(child);
  return {
    request: (message) => {
      const reply = nextMessage<never>(child);
      child.send(message as object);
      return reply;
    },
    end: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit').once('exit', () => resolve());
        child.disconnect();
      }),
  };
};

const TICK_MS = 10;

/** Fields of /proc/<pid>/stat after the name, which may contain spaces; null where there is no /proc. */
const statOf = (pid: number): readonly string[] | null => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return null;
  }
};

/** The id of the parent process; null where there is no /proc. */
const parentOf = (pid: number): number | null => Number(statOf(pid)?.[1] ?? 0) || null;

/** The process id of the PostgreSQL server at `url`; 0 where there is no /proc. */
export const postmasterOf = async (url: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const postmaster = parentOf(Number(rows[0].pid));
  await client.end();
  return postmaster ?? 0;
};

/** CPU time of a process and its children, including those that have ended, in ms; null where there is no /proc. */
export const treeCpuMs = (root: number): number | null => {
  const own = statOf(root);
  if (!own) return null;
  const ticksOf = (stat: readonly string[] | null, ended: boolean): number =>
    stat ? [11, 12, ...(ended ? [13, 14] : [])].reduce((sum, field) => sum + Number(stat[field]), 0) : 0;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => Number(stat?.[1]) === root);
  return TICK_MS * (ticksOf(own, true) + children.reduce((sum, stat) => sum + ticksOf(stat, false), 0));
};
