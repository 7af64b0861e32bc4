import {
  type Anchor,
  type AnchoredList,
  MAX_TRANSACTION_TIME,
  newerRows,
  type RowKey,
  roundedMs,
  STEP,
  startOfList,
} from './anchored-list.ts';
import type { Db } from './database.ts';
import { createMoves, type KnownList } from './moved-rows.ts';
import { statement } from './statement.ts';

/** For offsets up to this value, rows are skipped one by one. */
export const MAX_PLAIN_OFFSET = 2_000;
/** Number of lists whose anchors a process keeps. The least recently used ones are dropped. */
const MAX_LISTS = 500;

/** Where a page starts: `offset` rows after `from`. */
export type PageStart = { readonly from: RowKey; readonly offset: number };

const statementsOf = (list: AnchoredList) => {
  const { name, at, id } = list;
  const rows = newerRows(list, ['$2', '$3']);
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
        text: `select at::text, id::text, ms, number from (
          select ${at} as at, ${id} as id, ${roundedMs(at)} as ms, row_number() over (order by ${at}, ${id}) as number ${rows}
            and ${at} < now() - interval '${MAX_TRANSACTION_TIME}'
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

/** Moves a list to the end, so that the least recently used one is first. */
const touch = (lists: Map<string, KnownList>, owner: string, known: KnownList): void => {
  lists.delete(owner);
  lists.set(owner, known);
  for (const [oldest] of lists) if (lists.size > MAX_LISTS) lists.delete(oldest);
};

/**
 * Finds where the page after `skipped` rows starts, without counting all of them. It searches the anchors of the list, which are read once
 * per process and then extended. `before` is exclusive. `near`: the page is newer than every anchor, so its rows can be counted. `empty`:
 * the list is shorter.
 */
export const createPageAnchors = (list: AnchoredList) => {
  const { count, anchors: readAnchors } = statementsOf(list);
  const { readDatabaseTime, applyMoves } = createMoves(list);
  const byDb = new WeakMap<Db, Map<string, KnownList>>();
  const start = startOfList(list);

  const extended = async (db: Db, owner: string, { anchors, seen }: KnownList): Promise<KnownList> => {
    const { key, rank } = anchors.at(-1) ?? { key: start, rank: 0 };
    const found = await readAnchors(db, [owner, key.at, key.id]);
    return { anchors: [...anchors, ...found.map((anchor) => ({ ...anchor, rank: rank + anchor.rank }))], seen };
  };

  const current = async (db: Db, owner: string, known: KnownList | undefined): Promise<KnownList> =>
    (known && (await applyMoves(db, owner, known))) ??
    extended(db, owner, { anchors: [], seen: await readDatabaseTime(db, owner) });

  return async (db: Db, owner: string, before: Date | null, skipped: number): Promise<PageStart | 'near' | 'empty'> => {
    const lists = byDb.get(db) ?? new Map<string, KnownList>();
    byDb.set(db, lists);
    const bound = before?.toISOString() ?? null;
    const isBefore = ({ ms }: Anchor): boolean => before === null || ms < before.getTime();
    const newerThan = async (anchor: Anchor | undefined): Promise<number> => {
      const { at, id } = anchor?.key ?? start;
      const [newer = 0] = await count(db, [owner, at, id, bound]);
      return newer;
    };
    let known = await current(db, owner, lists.get(owner));
    let newest = known.anchors.findLast(isBefore);
    let newer = await newerThan(newest);
    if (newer > 2 * STEP) {
      known = await extended(db, owner, known);
      newest = known.anchors.findLast(isBefore);
      newer = await newerThan(newest);
    }
    touch(lists, owner, known);
    if (skipped < newer) return 'near';
    const rank = (newest?.rank ?? 0) - (skipped - newer);
    if (rank <= 0) return 'empty';
    const anchor = known.anchors.find((candidate) => candidate.rank >= rank);
    return anchor ? { from: anchor.key, offset: anchor.rank - rank } : 'near';
  };
};
