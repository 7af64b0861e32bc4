import { type Anchor, type AnchoredList, newerRows, roundedMs, SETTLED, startOfList } from './anchored-list.ts';
import type { Db } from './database.ts';
import { statement } from './statement.ts';

/** More moved rows than this are not looked at one by one. */
const MOST_MOVES = 1_000;

/** A part of a list ends at an anchor; its rows are newer than the previous one. */
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
          where user_id = $1 and ${movedAt} >= $2::timestamptz - interval '${SETTLED}' and ${at} <= $3::timestamptz
          order by ${movedAt} limit ${MOST_MOVES + 1}
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

/** What a process knows of a list. Moves before `seen`, in the time of the database, are part of the ranks; null: rows do not move. */
export type KnownList = { readonly anchors: readonly Anchor[]; readonly seen: string | null };

/**
 * Keeps the ranks of a list exact from which rows are removed and to which old rows are added: reads which rows have moved since the last
 * look, and counts their parts again.
 */
export const createMoves = (list: AnchoredList) => {
  const moves = list.movedAt === null ? null : movesStatement(list, list.movedAt);
  const counts = countsStatement(list);
  const start = startOfList(list);

  /** The time of the database now; null if rows do not move. */
  const look = async (db: Db, owner: string): Promise<string | null> => {
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

  /** Null: too many rows have moved, so the anchors have to be read again. */
  const follow = async (db: Db, owner: string, known: KnownList): Promise<KnownList | null> => {
    const newest = known.anchors.at(-1);
    if (!moves || !newest) return known;
    const moved = await moves(db, [owner, known.seen, newest.key.at]);
    if (moved.length > MOST_MOVES) return null;
    const times = moved.flatMap(({ ms }) => ms ?? []);
    const sizes = await countParts(db, owner, known.anchors, partsWith(known.anchors, times));
    return { anchors: withSizes(known.anchors, sizes), seen: moved[0]?.now ?? known.seen };
  };

  return { look, follow };
};
