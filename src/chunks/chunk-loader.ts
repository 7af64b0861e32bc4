import { ChunkFailure, loadChunk } from './chunk-deadline.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 4_000;

/** Exponential back-off with jitter, in ms. `failures` counts from 1, `random` gives 0 to 1. */
export const retryPauseMs = (failures: number, random: () => number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS) * (1 - random() / 2);

/** Resolves after `ms`, or as soon as what it listens to wakes it. */
export const pauseUnlessWoken = (ms: number, listen: (wake: () => void) => () => void): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, ms);
    const stop = listen(end);
  });

export type Retrying = {
  /** `Infinity` never gives up. */
  readonly attempts: number;
  /** Waits after the given number of failures. */
  readonly pause: (failures: number) => Promise<void>;
};

export const ONCE: Retrying = { attempts: 1, pause: async () => {} };

export type ChunkLoader<Module> = {
  /** Shares one load between all callers. Rejects with a `ChunkFailure` after the last attempt; the next call starts over. */
  readonly load: () => Promise<Module>;
  /** Throws before it is loaded. */
  readonly get: () => Module;
  /** Null before it is loaded. */
  readonly peek: () => Module | null;
};

/** Loads code that several parts of the page wait for. An attempt that reached the deadline is the last one of a limited number. */
export const createChunkLoader = <Module>(
  fetchModule: () => Promise<Module>,
  { attempts, pause }: Retrying,
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

  const start = async (): Promise<Module> => {
    try {
      return await loadFrom(0);
    } finally {
      loading = null;
    }
  };

  return {
    load: () => {
      if (module !== null) return Promise.resolve(module);
      loading ??= start();
      return loading;
    },
    get: () => {
      if (module === null) throw new Error('the chunk is not loaded yet');
      return module;
    },
    peek: () => module,
  };
};
