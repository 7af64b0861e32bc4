/** Time limit for providers, game servers and messengers. The outcome of a call that times out is unknown. */
export const RESPONSE_LIMIT_MS = 10_000;

/** A call to another system failed or timed out; its outcome is unknown. */
export class UpstreamError extends Error {
  constructor(who: string, cause: unknown) {
    super(`${who} did not respond`, { cause });
    this.name = 'UpstreamError';
  }
}

/** Rejects with `UpstreamError` if `task` fails or takes too long. */
export const withTimeout = <Result>(task: Promise<Result>, who: string): Promise<Result> =>
  new Promise((resolve, reject) => {
    const fail = (cause: unknown): void => reject(new UpstreamError(who, cause));
    const timer = setTimeout(() => fail(`${RESPONSE_LIMIT_MS} ms have passed`), RESPONSE_LIMIT_MS);
    task.then(resolve, fail).finally(() => clearTimeout(timer));
  });
