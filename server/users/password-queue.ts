import { availableParallelism } from 'node:os';
import { CODE, type Denial, denied } from '../runtime/codes.ts';

/** How many jobs run at the same time and wait in total. `perAccount`: of one account from one source, running or waiting. */
export type QueueLimits = { readonly parallel: number; readonly waiting: number; readonly perAccount: number };

/** `device`: a browser that has logged in to the account before. */
export type SourceKind = 'device' | 'address';

/** `source`: the name of the device or the address. */
type Turn = { readonly kind: SourceKind; readonly source: string; readonly account: string };

type Job = { readonly pair: string; readonly start: () => void; readonly refuse: () => void };

/** Waiting jobs that share their turns, oldest first. */
type Line = { readonly name: string; readonly kind: SourceKind; readonly jobs: Job[] };

/** Each address has a line. The known devices of an account share one: each login can make another device known. */
const lineOf = ({ kind, source, account }: Turn): string =>
  JSON.stringify([kind, kind === 'device' ? account : source]);

/**
 * Runs password hashing. Lines take turns, and an account has one running job per source. While both known devices and addresses wait,
 * every second turn goes to a known device. 'too-frequent': this source already has enough jobs for the account. 'busy': the queue is full
 * and no line yields a job, or the line of this job has yielded it.
 */
export type PasswordQueue = <Result>(
  turn: Turn,
  job: () => Promise<Result>,
) => Promise<Result | 'too-frequent' | 'busy'>;

/** Hashing shares Node's four worker threads with DNS lookups, so one stays free. */
const LIMITS: QueueLimits = { parallel: Math.min(3, availableParallelism()), waiting: 60, perAccount: 5 };

export const createPasswordQueue = ({ parallel, waiting, perAccount }: QueueLimits): PasswordQueue => {
  /** The first line of each kind has the next turn of its kind. */
  const lines = new Map<string, Line>();
  const admitted = new Map<string, number>();
  const running = new Set<string>();
  let queued = 0;
  let lastKind: SourceKind = 'address';

  const takeFrom = (kind: SourceKind): Job | undefined => {
    for (const line of lines.values()) {
      const at = line.kind === kind ? line.jobs.findIndex(({ pair }) => !running.has(pair)) : -1;
      const job = at < 0 ? undefined : line.jobs.splice(at, 1)[0];
      if (!job) continue;
      lines.delete(line.name);
      if (line.jobs.length > 0) lines.set(line.name, line);
      queued -= 1;
      lastKind = kind;
      return job;
    }
    return undefined;
  };

  const takeNext = (): Job | undefined =>
    lastKind === 'device' ? (takeFrom('address') ?? takeFrom('device')) : (takeFrom('device') ?? takeFrom('address'));

  const startJobs = (): void => {
    while (running.size < parallel) {
      const job = takeNext();
      if (!job) return;
      running.add(job.pair);
      job.start();
    }
  };

  /**
   * When the queue is full, the longest line yields its last job to a line that is shorter by at least two jobs. Among equally long lines,
   * the one whose turn is last yields. For a known device, the line of an address counts as one job longer, so a single job of an address
   * yields to the first job of an account.
   */
  const makeRoom = (turn: Turn): boolean => {
    if (queued < waiting) return true;
    const lengthOf = ({ kind, jobs }: Line): number =>
      jobs.length + (turn.kind === 'device' && kind === 'address' ? 1 : 0);
    let longest: Line | undefined;
    for (const line of lines.values()) if (!longest || lengthOf(line) >= lengthOf(longest)) longest = line;
    const own = lines.get(lineOf(turn))?.jobs.length ?? 0;
    if (!longest || lengthOf(longest) <= own + 1) return false;
    longest.jobs.pop()?.refuse();
    if (longest.jobs.length === 0) lines.delete(longest.name);
    queued -= 1;
    return true;
  };

  return async (turn, job) => {
    const name = lineOf(turn);
    const pair = JSON.stringify([turn.source, turn.account]);
    const sameSource = admitted.get(pair) ?? 0;
    if (sameSource >= perAccount) return 'too-frequent';
    if (!makeRoom(turn)) return 'busy';
    admitted.set(pair, sameSource + 1);
    const isMyTurn = await new Promise<boolean>((resolve) => {
      const line = lines.get(name) ?? { name, kind: turn.kind, jobs: [] };
      line.jobs.push({ pair, start: () => resolve(true), refuse: () => resolve(false) });
      lines.set(name, line);
      queued += 1;
      startJobs();
    });
    try {
      return isMyTurn ? await job() : 'busy';
    } finally {
      const left = (admitted.get(pair) ?? 1) - 1;
      if (left > 0) admitted.set(pair, left);
      else admitted.delete(pair);
      if (isMyTurn) running.delete(pair);
      startJobs();
    }
  };
};

const queue = createPasswordQueue(LIMITS);

/** The queue of this process: logins and password resets share its threads. A refused job may be retried after a few seconds. */
export const queuePassword = async <Result>(turn: Turn, job: () => Promise<Result>): Promise<Result | Denial> => {
  const outcome = await queue(turn, job);
  if (outcome === 'too-frequent') return denied(CODE.loginTooFrequent, 2_000);
  return outcome === 'busy' ? denied(CODE.systemBusy, 5_000) : outcome;
};
