import type { EventRow, FlowRow } from '../record/flow.file.ts';
import type { TraceRow } from '../record/trace.ts';
import { isMasked, isTime } from '../redact/redactor.ts';

/** The first row that the current machines do not repeat. `got` null: nothing happened where a row was due. */
export type Divergence = {
  readonly row: number;
  readonly at: number;
  /** The external event that was being handled; null while the system starts. */
  readonly during: EventRow | null;
  readonly expected: TraceRow | null;
  readonly got: TraceRow | null;
  /** The state of the machine that handled `during`, if it differs from the recorded one. */
  readonly state: { readonly expected: unknown; readonly got: unknown } | null;
};

/** A place where two pieces of data differ. `path` begins below the data, such as `record.timeline[1].status`; '' is the data itself. */
export type Difference = { readonly path: string; readonly a: unknown; readonly b: unknown };

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The innermost differences, in the order of `a`. */
export const differencesBelow = (
  a: unknown,
  b: unknown,
  isSame: (a: unknown, b: unknown, path: string) => boolean,
  path = '',
): readonly Difference[] => {
  if (isSame(a, b, path)) return [];
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return [{ path, a, b }];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name) => {
    const inside = Array.isArray(a) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    return differencesBelow(a[name], b[name], isSame, inside);
  });
};

/** Whether two pieces of plain data are the same; a masked text equals any text that is not empty. */
export const isSame = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true;
  if (typeof one === 'string' && isMasked(one)) return typeof other === 'string' && other !== '';
  if (typeof other === 'string' && isMasked(other)) return typeof one === 'string' && one !== '';
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(one[name], other[name]));
};

export const withoutTime = ({ at: _, ...row }: FlowRow): TraceRow => row;

const LONGEST = 240;
const MOST_LINES = 5;

const differencesOf = (recorded: unknown, now: unknown) => differencesBelow(recorded, now, isSame);

/** A piece of data in at most 240 characters. */
export const brief = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
};

/** What differs. A moment is shown by its distance from the recorded one. */
const changeText = ({ a, b }: Difference): string => {
  if (!isTime(a) || !isTime(b)) return `recorded ${brief(a)}, now ${brief(b)}`;
  return `now ${Math.abs(b - a) / 1_000} s ${b < a ? 'earlier' : 'later'} than recorded`;
};

export const rowText = (row: TraceRow | null): string => {
  if (!row) return 'nothing';
  if (row.kind === 'actor') return `${row.path} starts${row.machine ? ` (machine ${row.machine})` : ''}`;
  if (row.kind === 'event') return `${row.to} is sent ${brief(row.event)} by ${row.from ?? 'the view'}`;
  if (row.value === undefined) return `${row.path} stays where it is`;
  return `${row.path} is in ${JSON.stringify(row.value)} (${row.status})`;
};

/** The first lines, and how many more there are. */
export const firstLines = (lines: readonly string[]): readonly string[] =>
  lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), `  and ${lines.length - MOST_LINES} more`] : lines;

/** What two rows have that differs: the data of the same message or the context of the same machine. */
const comparedData = (expected: TraceRow | null, got: TraceRow | null) => {
  if (expected?.kind === 'event' && got?.kind === 'event') {
    const { to, event } = expected;
    const isSameMessage = to === got.to && event.type === got.event.type;
    return isSameMessage ? { where: `in "${event.type}" to ${to}`, is: event, now: got.event } : null;
  }
  if (expected?.kind !== 'state' || got?.kind !== 'state') return null;
  const { path, value, status, context = {} } = expected;
  const isSameState = path === got.path && isSame([value, status], [got.value, got.status]);
  return isSameState ? { where: `in the context of ${path}`, is: context, now: got.context ?? {} } : null;
};

/** The first part of the same message or context that differs, in words; null for rows about something else. */
export const firstDifference = (expected: TraceRow | null, got: TraceRow | null): string | null => {
  const data = comparedData(expected, got);
  const [first] = data ? differencesOf(data.is, data.now) : [];
  return first ? `${first.path}: ${changeText(first)}` : null;
};

/** The rows that differ; for the same message or context, only the path of each difference. */
const rowLines = (expected: TraceRow | null, got: TraceRow | null): readonly string[] => {
  const data = comparedData(expected, got);
  if (data) {
    const lines = differencesOf(data.is, data.now).map((one) => `  at ${one.path}: ${changeText(one)}`);
    return [`  ${data.where}`, ...firstLines(lines)];
  }
  return [`  recorded  ${rowText(expected)}`, `  now       ${rowText(got)}`];
};

export const describeDivergence = ({ row, at, during, expected, got, state }: Divergence): string =>
  [
    `row ${row}, ${(at / 1_000).toFixed(3)} s after the start, ${during ? `while ${during.to} handled "${during.event.type}"` : 'while the system started'}`,
    ...rowLines(expected, got),
    ...(state
      ? [`  recorded state  ${JSON.stringify(state.expected)}`, `  state now       ${JSON.stringify(state.got)}`]
      : []),
  ].join('\n');
