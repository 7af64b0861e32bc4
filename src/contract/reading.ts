import * as v from 'valibot';

/** A value that could not be read. `path`: where it is in the body. `got`: its form, never the value itself. */
export type Oddity = {
  readonly path: string;
  readonly wanted: string;
  readonly got: string;
  /** What the page does about it: it shows that an entry exists, does without the value, or shows an error. */
  readonly effect: 'entry unread' | 'ignored' | 'failed';
};

let trail: (string | number)[] = [];
let oddities: Oddity[] = [];

const LONGEST_FORM = 40;

const masked = (text: string): string => text.replaceAll(/\p{N}/gu, '9').replaceAll(/\p{L}/gu, 'a');

/** Describes a value without its content: digits become 9 and letters a. */
export const formOf = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null)
    return `an object with ${Object.keys(value).slice(0, 6).map(masked).join(', ') || 'nothing'}`;
  if (typeof value === 'string') return `the text "${masked(value.slice(0, LONGEST_FORM))}"`;
  return typeof value === 'number' ? `the number ${masked(String(value))}` : String(value);
};

const pathOf = (issue?: v.BaseIssue<unknown>): string =>
  [...trail, ...(issue?.path?.map(({ key }) => String(key)) ?? [])].join('.').slice(0, 200);

export const noteOddity = (issue: v.BaseIssue<unknown>, effect: Oddity['effect']): Oddity => {
  const oddity = { path: pathOf(issue), wanted: issue.expected ?? issue.type, got: formOf(issue.input), effect };
  oddities.push(oddity);
  return oddity;
};

/** Notes a field without which the page shows less. */
export const noteAbsent = (key: string, wanted: string): void =>
  void oddities.push({ path: [...trail, key].join('.'), wanted, got: 'nothing', effect: 'ignored' });

/** Runs `read` one level deeper in the body. */
export const readAt = <Result>(key: string | number, read: () => Result): Result => {
  trail.push(key);
  try {
    return read();
  } finally {
    trail.pop();
  }
};

/** Forgets what `read` noted if it fails, because another form of the value may fit. */
export const tryRead = <Schema extends v.GenericSchema>(schema: Schema, value: unknown) => {
  const known = oddities.length;
  const result = v.safeParse(schema, value);
  if (!result.success) oddities.length = known;
  return result;
};

/** Reads a value of a body at `path` and returns what could not be read on the way. */
export const readBodyValue = <Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  path: readonly string[],
): { readonly result: v.SafeParseResult<Schema>; readonly oddities: readonly Oddity[] } => {
  trail = [...path];
  oddities = [];
  const result = v.safeParse(schema, value);
  if (!result.success) {
    oddities = [];
    noteOddity(result.issues[0], 'failed');
  }
  return { result, oddities };
};

/**
 * A type on the wire that is read by its meaning. `wanted` names it in the log. `read` returns undefined for a value without this
 * meaning. `Input` is what our own server sends.
 */
export const meaning = <Input, Output>(wanted: string, read: (value: unknown) => Output | undefined) =>
  v.pipe(
    v.unknown(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const output = read(dataset.value);
      if (output !== undefined) return output;
      addIssue({ message: wanted, expected: wanted, input: dataset.value });
      return NEVER;
    }),
  ) as unknown as v.GenericSchema<Input, Output>;

const within = <Schema extends v.GenericSchema>(key: string, schema: Schema): Schema => ({
  ...schema,
  '~run': (dataset: Parameters<Schema['~run']>[0], config: Parameters<Schema['~run']>[1]) =>
    readAt(key, () => schema['~run'](dataset, config)),
});

/** `v.object` whose fields know their place in the body. */
export const fields = <const Entries extends v.ObjectEntries>(entries: Entries): v.ObjectSchema<Entries, undefined> =>
  v.object(
    Object.fromEntries(Object.entries(entries).map(([key, schema]) => [key, within(key, schema as v.GenericSchema)])),
  ) as unknown as v.ObjectSchema<Entries, undefined>;
