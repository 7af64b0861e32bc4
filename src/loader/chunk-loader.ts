import { ChunkFailure, loadChunk } from './chunk-deadline.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 4_000;

/** Exponential back-off with jitter, in ms. `failures` counts from 1, `random` returns 0 to 1. */
export const retryPauseMs = (failures: number, random: () => number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS) * (1 - random() / 2);

/** Resolves after `ms`, or earlier when `subscribe` calls back. With `Infinity` only `subscribe` ends the pause. */
export const pauseUntilWoken = (ms: number, subscribe: (wake: () => void) => () => void): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = ms === Number.POSITIVE_INFINITY ? undefined : setTimeout(end, ms);
    const stop = subscribe(end);
  });

export type RetryPolicy = {
  /** `Infinity` never gives up. */
  readonly attempts: number;
  /** Resolves when the next attempt may start. */
  readonly pause: (failures: number) => Promise<void>;
};

export const NO_RETRY: RetryPolicy = { attempts: 1, pause: async () => {} };

export type ChunkLoader<Module> = {
  /** Shares one load between all callers. Rejects with a `ChunkFailure` after the last attempt; the next call tries again. */
  readonly load: () => Promise<Module>;
  /** Throws before it is loaded. */
  readonly get: () => Module;
  /** Null before it is loaded. */
  readonly peek: () => Module | null;
};

/** Loads a chunk once for all callers. With a limited number of attempts, an attempt that reaches the deadline is the last one. */
export const createChunkLoader = <Module>(
  fetchModule: () => Promise<Module>,
  { attempts, pause }: RetryPolicy,
): ChunkLoader<Module> => {
  let module: Module | null = null;
  let loading: Promise<Module> | null = null;

  const isLast = (failures: number, error: unknown): boolean =>
    failures >= attempts || (attempts !== Infinity && error instanceof ChunkFailure && error.timedOut);

  const loadFrom = async (earlierFailures: number): Promise<Module> => {
    try {
      const fetched = await loadChunk(fetchModule);
      module ??= fetched;
      return module;
    } catch (error) {
      const failures = earlierFailures + 1;
      if (isLast(failures, error)) throw error;
      await pause(failures);
      return loadFrom(failures);
    }
  };

  return {
    load: () => {
      if (module !== null) return Promise.resolve(module);
      loading ??= loadFrom(0).finally(() => {
        loading = null;
      });
      return loading;
    },
    get: () => {
      if (module === null) throw new Error('The chunk is not loaded');
      return module;
    },
    peek: () => module,
  };
};
