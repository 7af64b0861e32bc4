import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import type { Db } from './database.ts';

/** Keeps each statement far below its time limit, however many rows have accumulated. */
const BATCH = 5_000;

const queryResult = v.object({
  rows: v.tuple([v.object({ deleted: v.pipe(v.union([v.string(), v.number()]), v.transform(Number)) })]),
});

export const deleteInBatches = async (db: Db, table: PgTable, where: SQL): Promise<void> => {
  for (;;) {
    const { rows } = v.parse(
      queryResult,
      await db.execute(sql`
        with gone as (
          delete from ${table} where ctid = any (array(select ctid from ${table} where ${where} limit ${BATCH})) returning 1
        )
        select count(*) as deleted from gone
      `),
    );
    if (rows[0].deleted < BATCH) return;
  }
};
