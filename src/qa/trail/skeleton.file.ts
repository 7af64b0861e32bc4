import * as v from 'valibot';
import { type FlowRow, runSchema } from '../record/flow.file.ts';

/** Placeholder for data that a state trail does not contain. */
export const MISSING = 'MISSING';

/**
 * A recording without payloads, made from a state trail. `after`: the moment of a kept recording at which the machines were in the states before the
 * first row; null if the trail begins with the page load. `load` counts from 1. `row`: the first row that is not used.
 */
const skeleton = v.strictObject({
  format: v.literal('portal.trail'),
  version: v.literal(1),
  build: v.string(),
  locale: v.string(),
  address: v.string(),
  startedAt: v.number(),
  after: v.nullable(
    v.strictObject({
      recording: v.string(),
      load: v.pipe(v.number(), v.integer(), v.minValue(1)),
      row: v.pipe(v.number(), v.integer(), v.minValue(0)),
    }),
  ),
  rows: runSchema.entries.rows,
});

export type Skeleton = v.InferOutput<typeof skeleton>;

export type SkeletonReading =
  | { readonly ok: true; readonly skeleton: Skeleton }
  | { readonly ok: false; readonly line: string };

/** Reads the text of a skeleton. For a broken or foreign file, returns one line that says what is wrong with it. */
export const readSkeleton = (text: string): SkeletonReading => {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return { ok: false, line: 'The skeleton is not valid JSON; check your last edit.' };
  }
  const read = v.safeParse(skeleton, content);
  if (read.success) return { ok: true, skeleton: read.output };
  const [issue] = read.issues;
  return {
    ok: false,
    line: `This is not a skeleton of a trail: ${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`,
  };
};

/** One row per line. */
export const writeSkeleton = ({ rows, ...head }: Skeleton): string => {
  const facts = JSON.stringify(head, null, 2).replace(/\n\}$/, '');
  return `${facts},\n  "rows": [\n${rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n')}\n  ]\n}\n`;
};

const placesIn = (value: unknown, path: string): readonly string[] => {
  if (typeof value === 'string') return value.includes(MISSING) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, below]) => [
    ...(key.includes(MISSING) ? [path] : []),
    ...placesIn(below, path === '' ? key : `${path}.${key}`),
  ]);
};

const rowName = (row: FlowRow): string =>
  row.kind === 'event'
    ? `"${row.event.type}" to ${row.to}`
    : row.kind === 'state'
      ? row.path
      : `the start of ${row.path}`;

/** Where a skeleton is not complete, in words. */
export const missingPlaces = ({ rows, ...head }: Skeleton): readonly string[] => [
  ...placesIn(head, ''),
  ...rows.flatMap((row, at) => {
    const places = placesIn(row, '');
    return places.length ? [`row ${at}, ${rowName(row)}: ${places.join(', ')}`] : [];
  }),
];
