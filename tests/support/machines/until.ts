import { vi } from 'vitest';

/** Waits until `check` stops throwing, however busy the machine is. */
export const until = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(check, { timeout: 60_000, interval: 20 });
