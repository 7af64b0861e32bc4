import type { FlowRow } from '../record/flow.file.ts';
import { isMasked, isTime } from '../redact/redactor.ts';
import { type Difference, differencesBelow, isObject } from '../replay/divergence.ts';

/** Keys whose values have a different name in each recording. */
const ID_KEY = /(?:^|\.)(?:\w*[oO]rderId|paymentId|entryId|windowRef|codeRef|passwordRef)$/;
const SHORTEST_ID = 3;
const NAME =
  /•••\d*|(?:%E2%80%A2){3}\d*|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?|#\d+-[0-9a-f]{16}/;
const DATE = /^\d{4}-\d{2}-\d{2}/;
const LIST = /^(#\d+-)/;
const CLOCK_KEY = /(?:^|\.)(?:clockO|o)ffsetMs$/;

const collectIds = (value: unknown, key: string, ids: Set<string>): void => {
  if (typeof value === 'string') {
    if (ID_KEY.test(key) && value.length >= SHORTEST_ID && !isMasked(value)) ids.add(value);
  } else if (isObject(value))
    for (const [name, member] of Object.entries(value)) collectIds(member, Array.isArray(value) ? key : name, ids);
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

type Run = { readonly rows: readonly FlowRow[] };
type Runs = readonly Run[];

/** A page load is compared with those of many recordings. */
const knownIds = new WeakMap<Run, ReadonlySet<string>>();

const idsOf = (run: Run): ReadonlySet<string> => {
  const known = knownIds.get(run);
  if (known) return known;
  const ids = new Set<string>();
  for (const row of run.rows)
    collectIds(row.kind === 'event' ? row.event : row.kind === 'state' && row.context, '', ids);
  knownIds.set(run, ids);
  return ids;
};

/** Finds the order numbers, references, masks and dates of a recording in its texts. */
const namePattern = (runs: Runs): RegExp => {
  const ids = new Set(runs.flatMap((run) => [...idsOf(run)]));
  const known = [...ids].toSorted((one, other) => other.length - one.length).map(escaped);
  return new RegExp([...known, NAME.source].join('|'), 'g');
};

const split = (text: string, pattern: RegExp, run: number) => {
  const names: string[] = [];
  const shape = text.replaceAll(pattern, (found) => {
    if (DATE.test(found)) return '<date>';
    const isMask = isMasked(found);
    names.push(isMask ? `${run} ${decodeURIComponent(found)}` : found);
    return isMask ? '<mask>' : `<name>${LIST.exec(found)?.[1] ?? ''}`;
  });
  return { shape, names };
};

/** Replaces the order numbers in the paths of a recording by their place among the paths: `$/signedIn/payment.<1>`. */
export const pathNames = (runs: Runs): ((path: string) => string) => {
  const pattern = namePattern(runs);
  const order = new Map<string, number>();
  const rename = (path: string): string =>
    path.replaceAll(pattern, (id) => {
      const at = order.get(id) ?? order.size + 1;
      order.set(id, at);
      return `<${at}>`;
    });
  for (const { rows } of runs) for (const row of rows) if (row.kind === 'actor') rename(row.path);
  return rename;
};

/** Masks, order numbers and references may have another name in the other recording, but always the same one. Times are not compared. */
export const createPairing = (one: Runs, other: Runs) => {
  const patterns = { a: namePattern(one), b: namePattern(other) };
  const toB = new Map<string, string>();
  const toA = new Map<string, string>();
  const paired: (readonly [string, string])[] = [];
  let run = 0;

  const pair = (a: string, b: string): boolean => {
    if (toB.has(a) || toA.has(b)) return toB.get(a) === b && toA.get(b) === a;
    toB.set(a, b);
    toA.set(b, a);
    paired.push([a, b]);
    return true;
  };
  const attempt = (check: () => boolean): boolean => {
    const before = paired.length;
    if (check()) return true;
    for (const [a, b] of paired.splice(before)) {
      toB.delete(a);
      toA.delete(b);
    }
    return false;
  };
  const isSameText = (a: string, b: string): boolean => {
    if (isMasked(a) !== isMasked(b)) return a !== '' && b !== '';
    const left = split(a, patterns.a, run);
    const right = split(b, patterns.b, run);
    return left.shape === right.shape && left.names.every((name, at) => pair(name, right.names[at] ?? ''));
  };
  const isSame = (a: unknown, b: unknown, key = ''): boolean => {
    if (typeof a === 'string' && typeof b === 'string') return isSameText(a, b);
    if (isTime(a) && isTime(b)) return true;
    if (typeof a === 'number' && typeof b === 'number' && CLOCK_KEY.test(key)) return true;
    if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return Object.is(a ?? null, b ?? null);
    const names = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...names].every((name) => isSame(a[name], b[name], name));
  };
  return {
    /** Whether two pieces of data differ in names and times only. Names that it pairs stay paired. */
    isSame,
    /** Undoes the pairs that `check` made, unless it returns true. */
    attempt,
    differences: (a: unknown, b: unknown): readonly Difference[] =>
      differencesBelow(a, b, (one, other, path) => attempt(() => isSame(one, other, path))),
    /** Continues with page load `run`, whose masks have a different meaning. */
    inRun: (next: number): void => {
      run = next;
    },
  };
};

export type Pairing = ReturnType<typeof createPairing>;
