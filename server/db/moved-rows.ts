import {
  type Anchor,
  type AnchoredList,
  MAX_TRANSACTION_TIME,
  newerRows,
  roundedMs,
  startOfList,
} from './anchored-list.ts';
import type { Db } from './database.ts';
import { statement } from './statement.ts';

/** Above this number of moved rows, they are no longer compared individually. */
const MAX_MOVES = 1_000;

/** The number of rows in a part of a list: the rows newer than the previous anchor, up to the anchor of the part. */
const sizeOf = (anchors: readonly Anchor[], part: number): number =>
  (anchors[part]?.rank ?? 0) - (anchors[part - 1]?.rank ?? 0);

/** The parts that may contain a row with one of these times. */
const partsWith = (anchors: readonly Anchor[], times: readonly number[]): number[] =>
  anchors.flatMap(({ ms }, part) => {
    const since = anchors[part - 1]?.ms ?? Number.NEGATIVE_INFINITY;
    return times.some((time) => since <= time && time <= ms) ? [part] : [];
  });

/** The anchors with their ranks after some parts were counted again. */
const withSizes = (anchors: readonly Anchor[], sizes: ReadonlyMap<number, number>): Anchor[] => {
  let rank = 0;
  return anchors.map((anchor, part) => {
    rank += sizes.get(part) ?? sizeOf(anchors, part);
    return { ...anchor, rank };
  });
};

const movesStatement = ({ table, at }: AnchoredList, movedAt: string) =>
  statement(
    {
      name: `moved-in-${table}`,
      text: `select now()::text, moved.ms from (select) as once left join lateral (
          select ${roundedMs(at)} as ms from ${table}
          where user_id = $1 and ${movedAt} >= $2::timestamptz - interval '${MAX_TRANSACTION_TIME}' and ${at} <= $3::timestamptz
          order by ${movedAt} limit ${MAX_MOVES + 1}
        ) as moved on true`,
    },
    ([now, ms]) => ({ now: String(now), ms: ms === null ? null : Number(ms) }),
  );

const countsStatement = (list: AnchoredList) =>
  statement(
    {
      name: `recount-${list.name}`,
      text: `select part.number, (select count(*) ${newerRows(list, ['part.after_at', 'part.after_id'])}
            and (${list.at}, ${list.id}) <= (part.until_at, part.until_id))
        from json_to_recordset($2::json)
          as part (number integer, after_at timestamptz, after_id ${list.idType}, until_at timestamptz, until_id ${list.idType})`,
    },
    ([part, count]): readonly [number, number] => [Number(part), Number(count)],
  );

/** What a process knows about a list. `seen`: the database time up to which moves are included in the ranks; null: rows do not move. */
export type KnownList = { readonly anchors: readonly Anchor[]; readonly seen: string | null };

/**
 * Keeps the ranks exact when rows are removed from a list or old rows are added to it: reads which rows have moved since the last check,
 * and counts their parts again.
 */
export const createMoves = (list: AnchoredList) => {
  const moves = list.movedAt === null ? null : movesStatement(list, list.movedAt);
  const counts = countsStatement(list);
  const start = startOfList(list);

  /** The time of the database now; null if rows do not move. */
  const readDatabaseTime = async (db: Db, owner: string): Promise<string | null> => {
    const [first] = moves ? await moves(db, [owner, null, null]) : [];
    return first?.now ?? null;
  };

  const countParts = async (db: Db, owner: string, anchors: readonly Anchor[], parts: readonly number[]) => {
    const bounds = parts.map((number) => {
      const after = anchors[number - 1]?.key ?? start;
      const until = anchors[number]?.key ?? start;
      return { number, after_at: after.at, after_id: after.id, until_at: until.at, until_id: until.id };
    });
    return new Map(parts.length > 0 ? await counts(db, [owner, JSON.stringify(bounds)]) : []);
  };

  /** Resolves with null if too many rows have moved, so that the anchors have to be read again. */
  const applyMoves = async (db: Db, owner: string, known: KnownList): Promise<KnownList | null> => {
    const newest = known.anchors.at(-1);
    if (!moves || !newest) return known;
    const moved = await moves(db, [owner, known.seen, newest.key.at]);
    if (moved.length > MAX_MOVES) return null;
    const times = moved.flatMap(({ ms }) => ms ?? []);
    const sizes = await countParts(db, owner, known.anchors, partsWith(known.anchors, times));
    return { anchors: withSizes(known.anchors, sizes), seen: moved[0]?.now ?? known.seen };
  };

  return { readDatabaseTime, applyMoves };
};
