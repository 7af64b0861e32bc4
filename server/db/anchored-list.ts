/** Every 500th row of a list gets an anchor. */
export const STEP = 500;

/** Longer than any transaction, so that earlier changes are committed. */
export const MAX_TRANSACTION_TIME = '15 minutes';

/** Identifies a row by its time (text, so that microseconds are kept) and its id. */
export type RowKey = { readonly at: string; readonly id: string };

/** A place in a list. `ms`: its time, rounded up. `rank`: the number of rows of the list that are not newer. */
export type Anchor = { readonly key: RowKey; readonly ms: number; readonly rank: number };

/** All or some of the rows of a table that belong to one owner, newest first. A row never changes its place. */
export type AnchoredList = {
  /** Unique among the lists. */
  readonly name: string;
  readonly table: string;
  readonly at: string;
  readonly id: string;
  readonly idType: 'text' | 'bigint';
  /** An SQL condition for the rows that belong to the list; empty for every row. */
  readonly only: string;
  /** The column with the time of the last change that may have added the row to the list or removed it; null: `only` never changes for a row. */
  readonly movedAt: string | null;
};

const OLDEST: Readonly<Record<AnchoredList['idType'], string>> = { text: '', bigint: '0' };

/** A key that is older than every row. */
export const startOfList = ({ idType }: AnchoredList): RowKey => ({ at: '-infinity', id: OLDEST[idType] });

/** The owner's rows ($1) that are newer than a key, in SQL. `from`: its time and its id. */
export const newerRows = ({ table, at, id, idType, only }: AnchoredList, from: readonly [string, string]): string =>
  `from ${table} where user_id = $1 and (${at}, ${id}) > (${from[0]}::timestamptz, ${from[1]}::${idType})${only && ` and ${only}`}`;

export const roundedMs = (time: string): string => `ceil(extract(epoch from ${time}) * 1000)::float8`;
