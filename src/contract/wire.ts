import * as v from 'valibot';
import { centsIn, flagIn, idIn, instantIn, integerIn, listIn, textIn } from './forms.ts';
import { fields, meaning, noteOddity, readAt, tryRead } from './reading.ts';

/** An id: text, which stays as it is, or an integer. At most 128 characters. */
export const id = meaning<string | number, string>('an id', idIn);

/** Text, or a number as text. Text beyond 2,000 characters is cut. */
export const text = meaning<string, string>('a text', textIn);

/** A session token: printable ASCII without surrounding spaces, so that a header transmits it unchanged. */
export const token = v.pipe(v.string(), v.maxLength(8_192), v.regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/));

/** A name in a request: what the API listed, sign for sign. A body has a limit of its own. */
export const name = v.string();

export const integer = meaning<number | string, number>('an integer', integerIn);

export const count = v.pipe(integer, v.minValue(0));

/** A URL, or a path of the portal. */
export const link = v.pipe(v.string(), v.maxLength(2_048));

export const nothing = v.strictObject({});

/** The part of a list in a request. `page` starts at 1; `size`: rows. */
export const paging = {
  page: v.pipe(integer, v.minValue(1), v.maxValue(100_000)),
  size: v.pipe(integer, v.minValue(1), v.maxValue(100)),
};

/** Seconds, inclusive. Our server reads 0 as "no bound". */
export const period = { begin: count, end: count };

/** Seconds since 1970 on the wire, epoch milliseconds inside. */
export const seconds = meaning<number | string, number>('a time', instantIn);

/** Decimal US dollars on the wire ("4.99", 4.99), cents inside. Never negative, never rounded. */
export const dollars = meaning<number | string, number>('an amount in US dollars', centsIn);

export const flag = meaning<boolean, boolean>('true or false', flagIn);

/** Converts cents to decimal dollars in wire form ("4.99"). */
export const toDollars = (minor: number): string =>
  `${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;

/**
 * A list keeps the rows that can be read; the others are reported, and the page shows that they exist. `unread`: the number or id of each,
 * null if that cannot be read either.
 */
export type Rows<Row> = { readonly rows: readonly Row[]; readonly unread: readonly (string | null)[] };

const idOf = (candidate: unknown, idField: string): string | null =>
  (typeof candidate === 'object' && candidate !== null ? idIn(Reflect.get(candidate, idField)) : null) ?? null;

/**
 * A list in one of the forms of `listIn`; nothing is an empty list. `idField`: the field with the number of an entry, which the page
 * shows if the entry cannot be read.
 */
export const rows = <const Row extends v.GenericSchema>(row: Row, idField = 'id') => ({
  ...(v.nullish(
    v.pipe(
      v.unknown(),
      v.rawTransform(({ dataset, addIssue, NEVER }): Rows<v.InferOutput<Row>> => {
        const candidates = listIn(dataset.value, (candidate) => tryRead(row, candidate).success);
        if (!candidates) {
          addIssue({ message: 'a list', expected: 'a list', input: dataset.value });
          return NEVER;
        }
        const rows: v.InferOutput<Row>[] = [];
        const unread: (string | null)[] = [];
        for (const [index, candidate] of candidates.entries())
          readAt(index, () => {
            const parsed = tryRead(row, candidate);
            if (parsed.success) rows.push(parsed.output);
            else {
              noteOddity(parsed.issues[0], 'entry unread');
              unread.push(idOf(candidate, idField));
            }
          });
        return { rows, unread };
      }),
    ),
    [],
  ) as unknown as v.NullishSchema<v.GenericSchema<v.InferInput<Row>[], Rows<v.InferOutput<Row>>>, readonly []>),
  row,
});

/** A field that the page can do without: `absent` if it is missing, `unreadable` if it cannot be read. */
const optional = <const Schema extends v.GenericSchema, Absent extends v.InferOutput<Schema> | null>(
  schema: Schema,
  absent: Absent,
  unreadable: Absent = absent,
) => {
  const nullish = v.nullish(schema, null);
  return {
    ...nullish,
    '~run': ({ value }: Parameters<(typeof nullish)['~run']>[0]) => {
      const read = value === null || value === undefined ? null : tryRead(schema, value);
      if (read && !read.success && value !== '') noteOddity(read.issues[0], 'ignored');
      if (!read) return { typed: true, value: absent };
      return { typed: true, value: read.success ? read.output : unreadable };
    },
  } as unknown as v.NullishSchema<
    v.GenericSchema<NonNullable<v.InferInput<Schema>>, v.InferOutput<Schema> | Absent>,
    Absent extends null ? null : NonNullable<v.InferInput<Schema>>
  >;
};

/** A field that is not in the specification: null if it is missing or cannot be read. */
export const extra = <const Schema extends v.GenericSchema>(schema: Schema) => optional(schema, null);

/** A name may be missing everywhere: the page then shows an id. */
export const title = optional(text, '');

/** A flag that is true unless the API says otherwise. */
export const open = optional(flag, true);

/** A rank of 0 unless the API says otherwise. */
export const priority = optional(integer, 0);

/** A list that is not in the specification: empty if it is missing; one unread row if it is not a list. */
export const extraRows = <const Row extends v.GenericSchema>(row: Row, idField?: string) =>
  optional<v.GenericSchema<v.InferInput<Row>[], Rows<v.InferOutput<Row>>>, Rows<v.InferOutput<Row>>>(
    rows(row, idField) as v.GenericSchema<v.InferInput<Row>[], Rows<v.InferOutput<Row>>>,
    { rows: [], unread: [] },
    { rows: [], unread: [null] },
  );

/** A result in one of two forms: an object with one of these fields, or something else. */
export const eitherForm = <const Form extends v.GenericSchema, const Other extends v.GenericSchema>(
  names: readonly string[],
  form: Form,
  other: Other,
) => ({
  ...v.lazy((input) =>
    typeof input === 'object' && names.some((name) => Object.hasOwn(input ?? {}, name)) ? form : other,
  ),
  options: [form, other],
});

/** An id under one of two names: the first that can be read. The output has it as `name`. */
export const eitherId = <const Name extends string, const Other extends string, const Entries extends v.ObjectEntries>(
  name: Name,
  other: Other,
  entries: Entries,
) =>
  v.pipe(
    fields({ ...entries, [name]: extra(id), [other]: extra(id) }),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const { [name]: first, [other]: second, ...rest } = dataset.value as Readonly<Record<string, unknown>>;
      const id = first ?? second;
      if (id !== null) return { ...rest, [name]: id };
      addIssue({ message: 'an id', expected: `${name} or ${other}` });
      return NEVER;
    }),
  ) as unknown as v.GenericSchema<
    v.InferInput<v.ObjectSchema<Entries, undefined>> & {
      readonly [N in Name | Other]?: string | number | null | undefined;
    },
    v.InferOutput<v.ObjectSchema<Entries, undefined>> & { readonly [N in Name]: string }
  >;

/** One page of a `listed` response. `total`: the number of rows on all pages; null if the API does not say. */
export const page = <const Row extends v.GenericSchema>(row: Row, idField?: string) =>
  v.pipe(
    fields({ result: rows(row, idField), total: extra(count) }),
    v.transform(({ result, total }) => ({ ...result, total })),
  );

/** BCP 47 tag → text. Invalid translations are left out; the source text replaces them. */
export const translated = (text: v.GenericSchema<string, string>) =>
  v.fallback(
    v.nullish(
      v.pipe(
        v.record(v.string(), v.unknown()),
        v.transform(
          (texts): Readonly<Record<string, string>> =>
            Object.fromEntries(
              Object.entries(texts).flatMap(([tag, given]) => {
                const read = v.safeParse(text, given);
                return read.success ? [[tag, read.output]] : [];
              }),
            ),
        ),
      ),
      {},
    ),
    {},
  );

/** A text of the page in each language. */
export const texts = translated(text);
