import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsFolder } from '../../../server/db/migrations.ts';

type Entry = { readonly idx: number; readonly when: number; readonly tag: string };
type Journal = { readonly entries: readonly Entry[] };

/** Runs a task with the migrations of a later version, which has one more for each given text. */
export const withLaterMigrations = async (
  texts: readonly string[],
  task: (folder: string) => Promise<void>,
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-migrations-'));
  try {
    cpSync(migrationsFolder, folder, { recursive: true });
    const path = join(folder, 'meta/_journal.json');
    const journal: Journal = JSON.parse(readFileSync(path, 'utf8'));
    const { entries } = journal;
    const later = texts.map((text, at): Entry => {
      const tag = `later_${at}`;
      writeFileSync(join(folder, `${tag}.sql`), text);
      return { ...entries.at(-1), idx: entries.length + at, when: (entries.at(-1)?.when ?? 0) + 1_000 * (at + 1), tag };
    });
    writeFileSync(path, JSON.stringify({ ...journal, entries: [...entries, ...later] }));
    await task(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
