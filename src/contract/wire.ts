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

export type Rows<Row> = { readonly rows: readonly Row[]; readonly dropped: number };

/** A list keeps its good rows; bad ones are dropped and counted. */
export const wireRows = <const Row extends v.GenericSchema>(row: Row) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((rows): Rows<v.InferOutput<Row>> => {
      const good: v.InferOutput<Row>[] = [];
      let dropped = 0;
      for (const candidate of rows) {
        const parsed = v.safeParse(row, candidate);
        if (parsed.success) good.push(parsed.output);
        else dropped += 1;
      }
      return { rows: good, dropped };
    }),
  ) as unknown as v.GenericSchema<v.InferInput<Row>[], Rows<v.InferOutput<Row>>>;

/** A field that is not in the specification: null if it is missing or has another type. */
export const wireExtra = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.nullish(schema, null), null);

/** A list that is not in the specification: empty if it is missing; one dropped row if it is not a list. */
export const wireExtraRows = <const Row extends v.GenericSchema>(row: Row) =>
  v.fallback(v.nullish(wireRows(row), []), { rows: [], dropped: 1 });

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
