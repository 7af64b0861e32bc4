/** How long a provider or a game server may take; later it counts as silent, and what it did is found out by asking again. */
export const ANSWER_LIMIT_MS = 10_000;

/** The other side said nothing usable: what it did is not known. */
export class UpstreamError extends Error {
  constructor(who: string, cause: unknown) {
    super(`${who} gave no answer`, { cause });
    this.name = 'UpstreamError';
  }
}

/** Rejects with `UpstreamError` when `work` fails or takes too long. */
export const withTimeout = <Result>(work: Promise<Result>, who: string): Promise<Result> =>
  new Promise((resolve, reject) => {
    const giveUp = (cause: unknown): void => reject(new UpstreamError(who, cause));
    const timer = setTimeout(() => giveUp(`${ANSWER_LIMIT_MS} ms have passed`), ANSWER_LIMIT_MS);
    work.then(resolve, giveUp).finally(() => clearTimeout(timer));
  });
