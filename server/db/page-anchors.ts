import type { Db } from './database.ts';
import { statement } from './statement.ts';

/** Every 500th row of a list gets an anchor. */
const STEP = 500;
/** Offsets up to this are skipped row by row. */
export const NEAR = 2_000;
/** Lists with anchors, the most recently used ones, in each process. */
const MOST_LISTS = 500;
/** Longer than any transaction: older rows of a list stay where they are. */
const SETTLED = '15 minutes';

/** A row of a list by its time (text, so that microseconds survive) and its id. */
type RowKey = { readonly at: string; readonly id: string };

/** `rank`: how many rows of the list are not newer. It never changes, because rows are only added at the new end. */
type Anchor = { readonly key: RowKey; readonly ms: number; readonly rank: number };

/** Where a page starts: `offset` rows after `from`. */
export type PageStart = { readonly from: RowKey; readonly offset: number };

/** A list to which rows are only added, newest first: a table's rows of one owner, all or those of one type. */
export type GrowingList = {
  /** Unique among the lists. */
  readonly name: string;
  readonly table: string;
  readonly at: string;
  readonly id: string;
  readonly idType: 'text' | 'bigint';
  /** An SQL condition that never changes for a row; empty for every row. */
  readonly only: string;
};

const OLDEST: Readonly<Record<GrowingList['idType'], string>> = { text: '', bigint: '0' };

const statementsOf = ({ name, table, at, id, idType, only }: GrowingList) => {
  const rows = `from ${table} where user_id = $1 and (${at}, ${id}) > ($2::timestamptz, $3::${idType})${only && ` and ${only}`}`;
  return {
    count: statement(
      {
        name: `count-newer-${name}`,
        text: `select count(*) ${rows} and ${at} < coalesce($4::timestamptz, 'infinity')`,
      },
      ([count]) => Number(count),
    ),
    anchors: statement(
      {
        name: `anchors-of-${name}`,
        text: `select at::text, id::text, ms::float8, number from (
          select ${at} as at, ${id} as id, ceil(extract(epoch from ${at}) * 1000) as ms, row_number() over (order by ${at}, ${id}) as number ${rows}
            and ${at} < now() - interval '${SETTLED}'
        ) as numbered where number % ${STEP} = 0 order by number`,
      },
      ([at, id, ms, number]): Anchor => ({
        key: { at: String(at), id: String(id) },
        ms: Number(ms),
        rank: Number(number),
      }),
    ),
  };
};

/** Appends to the end, so that the list that was unused for longest is first. */
const touch = (known: Map<string, readonly Anchor[]>, owner: string, anchors: readonly Anchor[]): void => {
  known.delete(owner);
  known.set(owner, anchors);
  for (const [oldest] of known) if (known.size > MOST_LISTS) known.delete(oldest);
};

/**
 * Finds where the page starts that follows `skipped` rows, without counting all of them: among the anchors of the list, which are read
 * once per process and then extended. `before` is exclusive. `near`: the page is newer than every anchor, so its rows can be counted.
 * `empty`: the list is shorter.
 */
export const createPageAnchors = (list: GrowingList) => {
  const { count, anchors: readAnchors } = statementsOf(list);
  const byDb = new WeakMap<Db, Map<string, readonly Anchor[]>>();
  const start: RowKey = { at: '-infinity', id: OLDEST[list.idType] };

  const extended = async (db: Db, owner: string, known: readonly Anchor[]): Promise<readonly Anchor[]> => {
    const { key, rank } = known.at(-1) ?? { key: start, rank: 0 };
    const found = await readAnchors(db, [owner, key.at, key.id]);
    return [...known, ...found.map((anchor) => ({ ...anchor, rank: rank + anchor.rank }))];
  };

  return async (db: Db, owner: string, before: Date | null, skipped: number): Promise<PageStart | 'near' | 'empty'> => {
    const known = byDb.get(db) ?? new Map<string, readonly Anchor[]>();
    byDb.set(db, known);
    const bound = before?.toISOString() ?? null;
    const isBefore = ({ ms }: Anchor): boolean => before === null || ms < before.getTime();
    const newerThan = async (anchor: Anchor | undefined): Promise<number> => {
      const { at, id } = anchor?.key ?? start;
      const [newer = 0] = await count(db, [owner, at, id, bound]);
      return newer;
    };
    let anchors = known.get(owner) ?? (await extended(db, owner, []));
    let newest = anchors.findLast(isBefore);
    let newer = await newerThan(newest);
    if (newer > 2 * STEP) {
      anchors = await extended(db, owner, anchors);
      newest = anchors.findLast(isBefore);
      newer = await newerThan(newest);
    }
    touch(known, owner, anchors);
    if (skipped < newer) return 'near';
    const rank = (newest?.rank ?? 0) - (skipped - newer);
    if (rank <= 0) return 'empty';
    const anchor = anchors.find((candidate) => candidate.rank >= rank);
    return anchor ? { from: anchor.key, offset: anchor.rank - rank } : 'near';
  };
};
