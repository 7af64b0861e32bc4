export const CHUNK_DEADLINE_MS = 120_000;

/** A chunk could not be loaded: refused, broken or slower than its deadline. */
export class ChunkFailure extends Error {
  readonly timedOut: boolean;
  constructor(cause: unknown, timedOut = false) {
    super('The chunk could not be loaded', { cause });
    this.name = 'ChunkFailure';
    this.timedOut = timedOut;
  }
}

/** Rejects with a `ChunkFailure` when `load` fails or takes longer than `deadlineMs`; a later result is ignored. */
export const loadChunk = <T>(load: () => Promise<T>, deadlineMs = CHUNK_DEADLINE_MS): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkFailure(`slower than ${deadlineMs} ms`, true)), deadlineMs);
    load()
      .then(resolve, (cause: unknown) => reject(cause instanceof ChunkFailure ? cause : new ChunkFailure(cause)))
      .finally(() => clearTimeout(timer));
  });
