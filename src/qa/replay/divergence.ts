import type { EventRow, FlowRow } from '../record/flow.file.ts';
import type { TraceRow } from '../record/trace.ts';
import { isMasked } from '../redact/redactor.ts';

/** The first row that today's machines don't write. `got` null: nothing happened where a row was due. */
export type Divergence = {
  readonly row: number;
  readonly at: number;
  /** The message from outside that was being handled; null while the system starts. */
  readonly during: EventRow | null;
  readonly expected: TraceRow | null;
  readonly got: TraceRow | null;
  /** The state of the machine that handled `during`, if it differs from the recorded one. */
  readonly state: { readonly expected: unknown; readonly got: unknown } | null;
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Whether two pieces of plain data are the same; what was masked is taken for anything that is not empty. */
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

const brief = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
};

const shown = (row: TraceRow): string => {
  if (row.kind === 'actor') return `${row.path} starts${row.machine ? ` (machine ${row.machine})` : ''}`;
  if (row.kind === 'event') return `${row.to} is sent ${brief(row.event)} by ${row.from ?? 'the view'}`;
  if (row.value === undefined) return `${row.path} stays where it is`;
  return `${row.path} is in ${JSON.stringify(row.value)} (${row.status})`;
};

/** The divergence in words, one fact a line. */
export const describeDivergence = ({ row, at, during, expected, got, state }: Divergence): string =>
  [
    `row ${row}, ${(at / 1_000).toFixed(3)} s after the start, ${during ? `while ${during.to} handled "${during.event.type}"` : 'while the system started'}`,
    `  expected  ${expected ? shown(expected) : 'nothing'}`,
    `  got       ${got ? shown(got) : 'nothing'}`,
    ...(state
      ? [`  expected state  ${JSON.stringify(state.expected)}`, `  got state       ${JSON.stringify(state.got)}`]
      : []),
  ].join('\n');
