import * as v from 'valibot';

/** Ids are text or numbers; an unsafe integer has already lost digits and is refused. */
export const wireId = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.safeInteger())]),
  v.transform(String),
  v.minLength(1),
  v.maxLength(128),
);

export const wireText = v.pipe(
  v.string(),
  v.transform((text) => text.normalize('NFC')),
  v.maxLength(2_000),
);

/** A session token: printable ASCII without surrounding spaces, so that a header transmits it unchanged. */
export const wireToken = v.pipe(v.string(), v.maxLength(8_192), v.regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/));

/** A name in a request. */
export const wireName = v.pipe(
  v.string(),
  v.transform((text) => text.normalize('NFC')),
  v.maxLength(64),
);

export const wireInteger = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,16}$/), v.transform(Number))]),
  v.safeInteger(),
);

/** Seconds since 1970 on the wire, epoch milliseconds inside. */
export const wireSeconds = v.pipe(
  wireInteger,
  v.minValue(0),
  v.maxValue(32_503_680_000),
  v.transform((seconds) => seconds * 1_000),
);

const DECIMAL = /^(\d{1,7})(?:\.(\d{1,2})0*)?$/;

/** Decimal dollars ("4.99", 4.99) to cents, digit by digit. At most two decimals, never negative. */
export const wireDollars = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((amount) => String(amount).trim()),
  v.regex(DECIMAL),
  v.transform((text) => {
    const [whole = '0', fraction = ''] = text.split('.');
    return Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  }),
);

/** Converts cents to decimal dollars in wire form ("4.99"). */
export const toDollars = (minor: number): string =>
  `${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;

/**
 * An entry of a list that could not be read. `id`: its own number or id, if it can be read. `path`: the field in the entry; empty for the
 * whole entry. `got`: the form of the value, never the value itself.
 */
export type UnreadRow = {
  readonly id: string | null;
  readonly path: string;
  readonly wanted: string;
  readonly got: string;
};

/** A list keeps the rows that can be read; the others are reported, and the page shows that they exist. */
export type Rows<Row> = { readonly rows: readonly Row[]; readonly unread: readonly UnreadRow[] };

const NOT_A_LIST: UnreadRow = { id: null, path: '', wanted: 'a list', got: 'another value' };

const unreadRow = (candidate: unknown, issue: v.BaseIssue<unknown>, idField: string): UnreadRow => {
  const given = typeof candidate === 'object' && candidate !== null ? Reflect.get(candidate, idField) : null;
  const id = v.safeParse(wireId, given);
  return {
    id: id.success ? id.output : null,
    path: issue.path?.map(({ key }) => String(key)).join('.') ?? '',
    wanted: issue.expected ?? issue.type,
    got: typeof issue.input,
  };
};

/** `idField`: the field with the number of an entry, shown to the player if the entry cannot be read. */
export const wireRows = <const Row extends v.GenericSchema>(row: Row, idField = 'id') =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((candidates): Rows<v.InferOutput<Row>> => {
      const rows: v.InferOutput<Row>[] = [];
      const unread: UnreadRow[] = [];
      for (const candidate of candidates) {
        const parsed = v.safeParse(row, candidate);
        if (parsed.success) rows.push(parsed.output);
        else unread.push(unreadRow(candidate, parsed.issues[0], idField));
      }
      return { rows, unread };
    }),
  ) as unknown as v.GenericSchema<v.InferInput<Row>[], Rows<v.InferOutput<Row>>>;

/** A field that is not in the specification: null if it is missing or has another type. */
export const wireExtra = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.nullish(schema, null), null);

/** A list that is not in the specification: empty if it is missing; one unread row if it is not a list. */
export const wireExtraRows = <const Row extends v.GenericSchema>(row: Row, idField?: string) =>
  v.fallback(v.nullish(wireRows(row, idField), []), { rows: [], unread: [NOT_A_LIST] });

/** One page of a `listed` response. `total`: the number of rows on all pages. */
export const wirePage = <const Row extends v.GenericSchema>(row: Row) =>
  v.pipe(
    v.object({ rows: wireRows(row), total: v.pipe(wireInteger, v.minValue(0)) }),
    v.transform(({ rows, total }) => ({ ...rows, total })),
  );

/** BCP 47 tag → text. Invalid translations are left out; the source text replaces them. */
export const wireTranslated = (text: v.GenericSchema<string, string>) =>
  v.fallback(
    v.nullish(
      v.pipe(
        v.record(v.string(), v.unknown()),
        v.transform(
          (texts): Readonly<Record<string, string>> =>
            Object.fromEntries(
              Object.entries(texts).filter((entry): entry is [string, string] => v.is(text, entry[1])),
            ),
        ),
      ),
      {},
    ),
    {},
  );
