import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { migrationsFolder } from '../../server/db/migrations.ts';
import { problemsOf } from '../support/server/migration-rules.ts';

const journal = v.object({ entries: v.array(v.object({ when: v.number(), tag: v.string() })) });

const files = readdirSync(migrationsFolder)
  .filter((name) => name.endsWith('.sql'))
  .toSorted();

test('migrations run while the previous version serves', () => {
  const problems = files.flatMap((name) =>
    problemsOf(readFileSync(join(migrationsFolder, name), 'utf8')).map((what) => `${name}: ${what}`),
  );
  expect(problems).toEqual([]);
});

test('each migration is in the journal, with a later time than the one before: others are never run', () => {
  const { entries } = v.parse(journal, JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')));
  expect(entries.map(({ tag }) => `${tag}.sql`)).toEqual(files);
  const times = entries.map(({ when }) => when);
  expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
});
