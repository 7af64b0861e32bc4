export const CHUNK_DEADLINE_MS = 120_000;

/** The code of a page did not arrive: refused, broken, or too slow. */
export class ChunkFailure extends Error {
  constructor(cause: unknown) {
    super('the page could not be loaded', { cause });
    this.name = 'ChunkFailure';
  }
}

/** Rejects with a `ChunkFailure` when `load` fails or takes longer than `deadlineMs`; what arrives later is ignored. */
export const loadChunk = <T>(load: () => Promise<T>, deadlineMs = CHUNK_DEADLINE_MS): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkFailure(`slower than ${deadlineMs} ms`)), deadlineMs);
    load()
      .then(resolve, (cause: unknown) => reject(new ChunkFailure(cause)))
      .finally(() => clearTimeout(timer));
  });
