import { CODE } from '../../server/runtime/codes.ts';
import type { Sample } from './load.ts';

/** `problems`: the promises that a part did not keep. */
export type PartResult = {
  readonly title: string;
  readonly lines: readonly string[];
  readonly problems: readonly string[];
};

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

export const quantiles = (values: readonly number[]): string => {
  const sorted = [...values].sort((a, b) => a - b);
  return `p50 ${at(sorted, 0.5).toFixed(0)}, p99 ${at(sorted, 0.99).toFixed(0)}, max ${(sorted.at(-1) ?? 0).toFixed(0)} ms`;
};

const counted = (names: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
};

export const requestLine = (samples: readonly Sample[]): string =>
  `${samples.length} requests (${counted(samples.map(({ call }) => call))}); ${quantiles(samples.map(({ ms }) => ms))}`;

const failuresOf = (samples: readonly Sample[]): readonly Sample[] => samples.filter(({ isSuccess }) => !isSuccess);

export const statusLine = (samples: readonly Sample[]): string => {
  const failures = failuresOf(samples);
  return failures.length
    ? `${failures.length} refused: ${counted(failures.map(({ status }) => `HTTP ${status}`))}`
    : 'none refused';
};

const described = ({ call, status, detail, ms }: Sample): string =>
  `${call}: HTTP ${status} after ${ms.toFixed(0)} ms ${detail.replaceAll(/\s+/g, ' ')}`;

export const failureProblems = (samples: readonly Sample[]): readonly string[] => {
  const failures = failuresOf(samples);
  return failures.length
    ? [`${failures.length} of ${samples.length} requests failed`, ...failures.slice(0, 5).map(described)]
    : [];
};

const isAllowed = ({ status, hasRetryAfter, code }: Sample): boolean =>
  status === 503 ? hasRetryAfter : status === 200 && code === CODE.stillProcessing;

/**
 * Returns problems unless each failure is a 503 with Retry-After, or says that an earlier attempt with the same key is still running.
 */
export const refusalProblems = (samples: readonly Sample[]): readonly string[] =>
  failuresOf(samples)
    .filter((sample) => !isAllowed(sample))
    .slice(0, 5)
    .map((sample) => `not a 503 with Retry-After: ${described(sample)}`);

/** Prints the result of a part. Returns false if it has problems. */
export const printPart = ({ title, lines, problems }: PartResult): boolean => {
  process.stdout.write(`${problems.length ? '✗' : '✓'} ${title}\n`);
  for (const line of lines) process.stdout.write(`    ${line}\n`);
  for (const problem of problems) process.stdout.write(`  ✗ ${problem}\n`);
  return problems.length === 0;
};

/** Reports a value that is not the expected one. `what`: what has the value. */
export type Expect = (what: string, found: string | number, expected: string | number) => void;

/** Adds a line to `problems` for each value that is not the expected one. */
export const expectIn =
  (problems: string[]): Expect =>
  (what, found, expected) => {
    if (found !== expected) problems.push(`${what}: ${found} instead of ${expected}`);
  };
