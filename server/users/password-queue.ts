import { availableParallelism } from 'node:os';

export type QueueLimits = {
  /** Jobs that run at once. */
  readonly parallel: number;
  /** Jobs that wait, in all. */
  readonly waiting: number;
  /** Jobs of one account from one source, running or waiting. */
  readonly perAccount: number;
};

/** `source`: the unit of fairness, such as an address. */
type Turn = { readonly source: string; readonly account: string };

type Job = { readonly pair: string; readonly start: () => void; readonly refuse: () => void };

/**
 * Runs password hashing. Sources take turns, and an account has one running job per source. 'too-frequent': this source already has
 * enough jobs for the account. 'busy': the queue is full, and no other source has more in it.
 */
export type PasswordQueue = <Result>(
  turn: Turn,
  job: () => Promise<Result>,
) => Promise<Result | 'too-frequent' | 'busy'>;

/** Hashing shares Node's four worker threads with DNS lookups, so one stays free. */
const LIMITS: QueueLimits = { parallel: Math.min(3, availableParallelism()), waiting: 60, perAccount: 5 };

export const createPasswordQueue = ({ parallel, waiting, perAccount }: QueueLimits): PasswordQueue => {
  /** Waiting jobs by source; the first source has the next turn. */
  const lines = new Map<string, Job[]>();
  const admitted = new Map<string, number>();
  const running = new Set<string>();
  let queued = 0;

  const takeNext = (): Job | undefined => {
    for (const [source, line] of lines) {
      const at = line.findIndex(({ pair }) => !running.has(pair));
      const job = at < 0 ? undefined : line.splice(at, 1)[0];
      if (!job) continue;
      lines.delete(source);
      if (line.length > 0) lines.set(source, line);
      queued -= 1;
      return job;
    }
    return undefined;
  };

  const startJobs = (): void => {
    while (running.size < parallel) {
      const job = takeNext();
      if (!job) return;
      running.add(job.pair);
      job.start();
    }
  };

  /** In a full queue the last job of the longest line yields to a source with a much shorter one. */
  const makeRoom = (source: string): boolean => {
    if (queued < waiting) return true;
    const longest = [...lines.values()].reduce((most, line) => (line.length > most.length ? line : most), []);
    if (longest.length <= (lines.get(source)?.length ?? 0) + 1) return false;
    longest.pop()?.refuse();
    queued -= 1;
    return true;
  };

  return async (turn, job) => {
    const { source } = turn;
    const pair = JSON.stringify([source, turn.account]);
    const sameSource = admitted.get(pair) ?? 0;
    if (sameSource >= perAccount) return 'too-frequent';
    if (!makeRoom(source)) return 'busy';
    admitted.set(pair, sameSource + 1);
    const isMyTurn = await new Promise<boolean>((resolve) => {
      const line = lines.get(source) ?? [];
      line.push({ pair, start: () => resolve(true), refuse: () => resolve(false) });
      lines.set(source, line);
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

/** The queue of this process: logins and password resets share its threads. */
export const queuePassword: PasswordQueue = createPasswordQueue(LIMITS);

/** When a refused job may be retried. */
export const QUEUE_RETRY_MS = { 'too-frequent': 2_000, busy: 5_000 } as const;
