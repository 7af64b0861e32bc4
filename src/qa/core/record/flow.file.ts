import * as v from 'valibot';
import { parsedJson } from '../redact/plain-copy.ts';
import { maskUrl } from '../redact/redactor.ts';

const at = v.pipe(v.number(), v.minValue(0));
const path = v.pipe(v.string(), v.startsWith('$'));
const event = v.looseObject({ type: v.string() });

/**
 * What one actor system did, in order. `at`: ms since the run began. `path`: where an actor lives, `$` for the root, its id below its
 * parent's path, `~2` for the second one of that id. A message whose `from` is null came from a view; `timer`: a delay that ran out.
 * A `state` row follows each message that a machine took. It has `value` and `status` when they changed, and the parts of the context
 * that changed.
 */
const row = v.variant('kind', [
  v.strictObject({ kind: v.literal('actor'), at, path, machine: v.nullable(v.string()) }),
  v.strictObject({
    kind: v.literal('event'),
    at,
    to: path,
    from: v.nullable(path),
    timer: v.optional(v.literal(true)),
    event,
  }),
  v.strictObject({
    kind: v.literal('state'),
    at,
    path,
    value: v.optional(v.unknown()),
    status: v.optional(v.picklist(['active', 'done', 'error', 'stopped'])),
    context: v.optional(v.record(v.string(), v.unknown())),
  }),
]);

/**
 * An HTTP call, with its masked bodies. `ms`: until its response; 0 while it waits. `status` null: no response arrived. `code`: of the response, if it
 * has one. `same`: index of a call with the same response. `cut`: the response is too long to be kept.
 */
const httpCall = v.strictObject({
  at,
  ms: v.number(),
  method: v.string(),
  path: v.string(),
  status: v.nullable(v.number()),
  code: v.nullable(v.union([v.number(), v.string()])),
  sent: v.optional(v.unknown()),
  body: v.optional(v.unknown()),
  same: v.optional(v.number()),
  cut: v.optional(v.literal(true)),
});

/** The lines that the tester saw, masked. `row`: rows before it. `unchanged`: lines at its start and end as on the page before. */
const shownPage = v.strictObject({
  at,
  row: v.number(),
  unchanged: v.tuple([v.number(), v.number()]),
  words: v.array(v.string()),
});

/**
 * One page load. `address`: its path and query, masked. `startedAt`: epoch ms. `cut`: the recorder was full and the end is missing.
 * `until`: when it was saved, ms since it began. `contexts`: its rows have contexts. No `calls` or `pages`: there are none.
 */
export const runSchema = v.strictObject({
  tab: v.string(),
  address: v.pipe(v.string(), v.transform(maskUrl)),
  startedAt: v.number(),
  until: v.optional(at),
  cut: v.optional(v.literal(true)),
  contexts: v.literal(true),
  calls: v.optional(v.array(httpCall)),
  pages: v.optional(v.array(shownPage)),
  rows: v.array(row),
});

/** A `.flow.json`. `machines`: id of each machine that took part, and a hash of its chart. */
const flow = v.strictObject({
  format: v.literal('portal.flow'),
  version: v.literal(1),
  name: v.string(),
  build: v.string(),
  locale: v.string(),
  machines: v.record(v.string(), v.string()),
  runs: v.pipe(v.array(runSchema), v.minLength(1)),
});

export type FlowRow = v.InferOutput<typeof row>;
export type EventRow = Extract<FlowRow, { readonly kind: 'event' }>;
export type HttpCall = v.InferOutput<typeof httpCall>;
export type ShownPage = v.InferOutput<typeof shownPage>;
export type FlowRun = v.InferOutput<typeof runSchema>;
export type Flow = v.InferOutput<typeof flow>;

export type FlowReading = { readonly ok: true; readonly flow: Flow } | { readonly ok: false; readonly line: string };

/** Reads the text of a `.flow.json`. For a broken or foreign file, returns one line that says what is wrong with it. */
export const readFlow = (text: string): FlowReading => {
  const content = parsedJson(text);
  if (content === undefined) return { ok: false, line: 'This is not JSON: the file is broken or was cut.' };
  const known = v.safeParse(v.looseObject({ format: v.literal('portal.flow') }), content);
  if (!known.success)
    return { ok: false, line: 'This is not a recording of the portal: "format" is not "portal.flow".' };
  const { version } = known.output;
  if (version !== 1)
    return { ok: false, line: `This recording has version ${String(version)}; this build reads version 1.` };
  const read = v.safeParse(flow, content);
  if (read.success) return { ok: true, flow: read.output };
  const [issue] = read.issues;
  return {
    ok: false,
    line: `The recording does not fit its schema: ${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`,
  };
};

const lines = (list: readonly unknown[]): string => list.map((one) => `        ${JSON.stringify(one)}`).join(',\n');

const written = (value: unknown): string =>
  Array.isArray(value) ? `[\n${lines(value)}\n      ]` : JSON.stringify(value);

/** One row per line, so that a difference between two recordings is readable. */
export const writeFlow = ({ runs: all, ...head }: Flow): string => {
  const runs = all.map((run) => {
    const facts = Object.entries(run).map(([key, value]) => `      ${JSON.stringify(key)}: ${written(value)}`);
    return `    {\n${facts.join(',\n')}\n    }`;
  });
  const facts = JSON.stringify(head, null, 2).replace(/\n\}$/, '');
  return `${facts},\n  "runs": [\n${runs.join(',\n')}\n  ]\n}\n`;
};
