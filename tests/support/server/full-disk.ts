import { sql } from 'drizzle-orm';
import type { Db } from '../../../server/db/database.ts';

/** Runs `body` while every insert into the table fails as if the disk were full. */
export const whileFull = async (db: Db, table: string, body: () => Promise<void>): Promise<void> => {
  await db.execute(sql`
    create or replace function no_space() returns trigger language plpgsql as $$
    begin raise exception 'no space left on device' using errcode = 'disk_full'; end $$
  `);
  await db.execute(
    sql.raw(`create trigger full_disk before insert on ${table} for each statement execute function no_space()`),
  );
  try {
    await body();
  } finally {
    await db.execute(sql.raw(`drop trigger full_disk on ${table}`));
  }
};
