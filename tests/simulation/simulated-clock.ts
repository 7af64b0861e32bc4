/** The owner of a timer. A killed process or a closed tab never runs its timers. `aheadMs`: how far its clock is ahead. */
export type Owner = { isAlive: boolean; readonly aheadMs?: number };

type Timer = {
  readonly id: number;
  at: number;
  readonly run: () => void;
  readonly everyMs: number | null;
  readonly owner: Owner;
  /** Does not keep the simulation going. */
  isBackground: boolean;
};

/** What Node's `setTimeout` returns, as far as the portal and the server use it. */
type Handle = { readonly id: number; readonly unref: () => Handle; readonly ref: () => Handle };

export const SIMULATION: Owner = { isAlive: true };

/** A background interval that is due more than this long before the next other timer is skipped until then. */
const IDLE_MS = 10_000;

/** PostgreSQL inside PGlite repeatedly sets timers for its own maintenance, which are not part of the simulation. */
const isOfDatabase = (run: object): boolean => String(run).includes('__emscripten_timeout');

const isHandle = (given: unknown): given is Handle => typeof given === 'object' && given !== null && 'id' in given;

/**
 * The time of everything in the simulation, in epoch ms. `install` replaces the global timers and `Date`; time passes only in `next`, which
 * runs one timer. A timer belongs to the owner whose code set it.
 */
export const createSimulatedClock = (startsAt: number) => {
  const timers = new Map<number, Timer>();
  let now = startsAt;
  let count = 0;
  let owner: Owner = SIMULATION;
  /** Timers of server loops that poll for work; the simulation runs them when there is work. */
  let polls: Timer[] = [];
  let isPoll: (owner: Owner, ms: number) => boolean = () => false;

  const add = (run: () => void, ms: number, everyMs: number | null): Handle => {
    count += 1;
    const timer: Timer = { id: count, at: now + Math.max(ms, 0), run, everyMs, owner, isBackground: false };
    if (everyMs === null && isPoll(owner, ms)) polls.push(timer);
    else timers.set(timer.id, timer);
    const handle: Handle = {
      id: timer.id,
      unref: () => {
        timer.isBackground = true;
        return handle;
      },
      ref: () => handle,
    };
    return handle;
  };
  const remove = (handle: unknown): void => {
    if (!isHandle(handle)) return;
    timers.delete(handle.id);
    polls = polls.filter(({ id }) => id !== handle.id);
  };

  const as = <Result>(who: Owner, task: () => Result): Result => {
    const before = owner;
    owner = who;
    try {
      return task();
    } finally {
      owner = before;
    }
  };

  const forgetDead = (): void => {
    for (const timer of timers.values()) if (!timer.owner.isAlive) timers.delete(timer.id);
    polls = polls.filter((timer) => timer.owner.isAlive);
  };

  const first = (isWanted: (timer: Timer) => boolean): Timer | null => {
    let best: Timer | null = null;
    for (const timer of timers.values())
      if (isWanted(timer) && (!best || timer.at < best.at || (timer.at === best.at && timer.id < best.id)))
        best = timer;
    return best;
  };

  /** Skips the background intervals in a pause in which nothing else happens. */
  const skipTo = (at: number): void => {
    for (const timer of timers.values())
      if (timer.isBackground && timer.everyMs !== null && timer.at < at - IDLE_MS) timer.at = at + timer.everyMs;
  };

  const RealDate = Date;
  class SimulatedDate extends RealDate {
    constructor(...given: unknown[]) {
      super(...((given.length ? given : [SimulatedDate.now()]) as [number]));
    }
    static override now(): number {
      return now + (owner.aheadMs ?? 0);
    }
  }
  const real = { Date: RealDate, setTimeout, clearTimeout, setInterval, clearInterval };
  const simulated = {
    Date: SimulatedDate,
    setTimeout: (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
      const handle = add(() => run(...given), ms, null);
      if (isOfDatabase(run)) remove(handle);
      return handle;
    },
    clearTimeout: remove,
    setInterval: (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
      add(() => run(...given), ms, Math.max(ms, 1)),
    clearInterval: remove,
  };

  return {
    now: () => now,
    setOwner: (who: Owner): void => {
      owner = who;
    },
    /**
     * Gives the rest of this step to a new owner. Throws if the step already has one: timers that the first owner sets later in the step would
     * belong to the new one and end with it.
     */
    begin: (who: Owner): void => {
      if (owner !== SIMULATION) throw new Error('two owners in one step');
      owner = who;
    },
    as,
    install: (): void => void Object.assign(globalThis, simulated),
    uninstall: (): void => void Object.assign(globalThis, real),
    /** Runs `run` in `ms`, by default as the simulation itself. */
    after: (ms: number, run: () => void, who: Owner = SIMULATION): void => void as(who, () => add(run, ms, null)),
    setPolls: (judge: (owner: Owner, ms: number) => boolean): void => {
      isPoll = judge;
    },
    /** Epoch ms of the next timer that keeps the simulation going; null: there is none. */
    nextAt: (): number | null => {
      forgetDead();
      return first(({ isBackground }) => !isBackground)?.at ?? null;
    },
    /** Moves the time to the next timer that is due at `limit` or before and runs it. Returns false if there is none. */
    next: (limit: number): boolean => {
      forgetDead();
      const awake = first(({ isBackground }) => !isBackground);
      skipTo(Math.min(awake?.at ?? limit, limit));
      const timer = first(() => true);
      if (!timer || timer.at > limit) {
        now = Math.max(now, limit);
        return false;
      }
      now = Math.max(now, timer.at);
      if (timer.everyMs === null) timers.delete(timer.id);
      else timer.at = now + timer.everyMs;
      owner = timer.owner;
      timer.run();
      return true;
    },
    runPolls: (): void => {
      forgetDead();
      const due = polls;
      polls = [];
      for (const { run, owner: who } of due) {
        owner = who;
        run();
      }
    },
    /** Describes the timers that keep the simulation going, for an error message. */
    waiting: (): string =>
      [...timers.values()]
        .filter(({ isBackground }) => !isBackground)
        .map(({ at, everyMs }) => `${at - now} ms${everyMs === null ? '' : `, every ${everyMs} ms`}`)
        .join('; '),
    count: (): number => timers.size,
    hasPolls: (): boolean => polls.some((timer) => timer.owner.isAlive),
  };
};

export type SimulatedClock = ReturnType<typeof createSimulatedClock>;
