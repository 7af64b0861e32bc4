import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { lockFolder } from '../../server/db/folder-lock.ts';
import { openDatabase } from '../../server/db/open-database.ts';
import { users } from '../../server/db/schema.ts';
import { fillDataDir } from '../support/server/empty-data-dir.ts';

const root = mkdtempSync(join(tmpdir(), 'portal-db-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const open = (dataDir: string) => openDatabase({ databaseUrl: null, databasePoolSize: 2, dataDir }, () => undefined);

const opened = async (dataDir: string): Promise<Database> => {
  const opening = await open(dataDir);
  if (!opening.ok) throw new Error(opening.line);
  return opening.database;
};

const lineOf = async (dataDir: string): Promise<string> => {
  const opening = await open(dataDir);
  if (!opening.ok) return opening.line;
  await opening.database.close();
  return 'opened';
};

/** Locks a folder in another process and kills it with kill -9, which leaves its note and its socket behind. */
const holdAndDie = async (folder: string): Promise<void> => {
  const name = `portal-${'0'.repeat(24)}`;
  const script = `require('node:net').createServer(s => s.end('x')).listen(process.argv[1], () => console.log('held'))`;
  const child = spawn(process.execPath, ['-e', script, join(folder, `${name}.sock`)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  writeFileSync(join(folder, 'in-use'), name);
  expect(await lockFolder(folder)).toEqual({ ok: false, owner: 'x' });
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(readdirSync(folder).sort()).toEqual(['in-use', `${name}.sock`]);
};

describe('the lock of a data folder', () => {
  const folderOf = (name: string): string => {
    const folder = join(root, name);
    mkdirSync(folder);
    return folder;
  };

  test('one identifiable owner at a time; after release the folder is not locked (S10)', async () => {
    const folder = folderOf('one');
    const lock = await lockFolder(folder);
    expect(await lockFolder(folder)).toEqual({ ok: false, owner: String(process.pid) });
    if (lock.ok) await lock.release();
    const again = await lockFolder(folder);
    expect(again.ok).toBe(true);
    if (again.ok) await again.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a lock left by kill -9 is taken over, even if its process id is in use again (S10)', async () => {
    const folder = folderOf('dead');
    await holdAndDie(folder);
    const lock = await lockFolder(folder);
    expect(lock.ok).toBe(true);
    expect(await lockFolder(folder)).toEqual({ ok: false, owner: String(process.pid) });
    if (lock.ok) await lock.release();
  });

  test('when ten processes find a stale lock simultaneously, one gets it (S10)', async () => {
    const folder = folderOf('race');
    await holdAndDie(folder);
    const locks = await Promise.all(Array.from({ length: 10 }, () => lockFolder(folder)));
    expect(locks.filter(({ ok }) => ok)).toHaveLength(1);
    for (const lock of locks) if (lock.ok) await lock.release();
  });

  test('a copy of a folder in use is not locked, and an invalid note names no owner (S10)', async () => {
    const folder = folderOf('original');
    const lock = await lockFolder(folder);
    const copy = folderOf('copy');
    for (const note of [readFileSync(join(folder, 'in-use')), 'portal-../../x', '']) {
      writeFileSync(join(copy, 'in-use'), note);
      const other = await lockFolder(copy);
      expect(other.ok).toBe(true);
      if (other.ok) await other.release();
    }
    if (lock.ok) await lock.release();
  });

  test('a folder whose name is too long for a socket is locked too (S10)', async () => {
    const folder = folderOf('x'.repeat(120));
    const lock = await lockFolder(folder);
    expect([lock.ok, (await lockFolder(folder)).ok]).toEqual([true, false]);
    if (lock.ok) await lock.release();
  });
});

describe('the embedded database', () => {
  const dataDir = join(root, 'data');

  test('is created once, readable only by its owner, and keeps committed data (S10)', async () => {
    writeFileSync(join(root, 'unrelated'), '');
    const database = await opened(dataDir);
    await database.db.insert(users).values({
      userId: 'u',
      account: 'a',
      passwordHash: 'h',
      nickname: 'n',
      gameAccountId: 'g',
      gameId: 'g',
    });
    expect(await lineOf(dataDir)).toBe(
      `Database: the folder ${dataDir} is in use by another server (process ${process.pid}). Stop it, or set DATA_DIR.`,
    );
    await database.close();
    const again = await opened(dataDir);
    expect(await again.db.$count(users)).toBe(1);
    await again.close();
    expect([statSync(dataDir).mode & 0o777, statSync(join(dataDir, 'postgres')).mode & 0o777]).toEqual([0o700, 0o700]);
  });

  test('an interrupted first start is repeated (S10)', async () => {
    const folder = join(root, 'cut');
    mkdirSync(join(folder, 'postgres.unfinished', 'base'), { recursive: true });
    const database = await opened(folder);
    await database.db.execute(sql`select 1`);
    await database.close();
    expect(existsSync(join(folder, 'postgres.unfinished'))).toBe(false);
  });

  test('a kill between the creation of the PID file and its first write does not prevent the next start (S10)', async () => {
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), '');
    const database = await opened(dataDir);
    expect(await database.db.$count(users)).toBe(1);
    await database.close();
  });

  test('a folder that cannot be used prints one line, and its contents stay unchanged (S26)', async () => {
    const advice = 'Restore it from a backup, or move it away to begin with an empty database.';
    const file = join(root, 'unrelated');
    expect(await lineOf(join(file, 'data'))).toBe(
      `Database: the folder ${join(file, 'data')} cannot be written (a part of its path is a file, ENOTDIR). Set DATA_DIR to one that can.`,
    );
    const foreign = join(root, 'foreign');
    mkdirSync(join(foreign, 'postgres'), { recursive: true });
    writeFileSync(join(foreign, 'postgres', 'holiday.jpg'), 'x');
    expect(await lineOf(foreign)).toBe(
      `Database: the folder ${join(foreign, 'postgres')} cannot be opened: it contains no database. ${advice}`,
    );
    expect(existsSync(join(foreign, 'postgres', 'holiday.jpg'))).toBe(true);
    writeFileSync(join(dataDir, 'postgres', 'global', 'pg_control'), 'broken');
    expect(await lineOf(dataDir)).toMatch(/^Database: the folder .*postgres cannot be opened \(\w+\)\. Restore it .*$/);
  });
});

const ADVICE =
  'was made by a build before the first release, and no release can migrate it. Delete it, or set DATABASE_URL or DATA_DIR to another one.';
/** Its first migration was another one. A migration would create the table again. */
const AGE = `update drizzle.__drizzle_migrations set hash = 'older', created_at = 1700000000000; drop table tickets`;
const LEFT = `select array[to_regclass('tickets')::text, (select string_agg(hash, ' ') from drizzle.__drizzle_migrations)] as found`;
const UNCHANGED = [{ found: [null, 'older'] }];

test('an embedded database of a build before the first release is refused and stays unchanged', async () => {
  const dataDir = join(root, 'older');
  await fillDataDir(dataDir);
  const folder = join(dataDir, 'postgres');
  const withClient = async (act: (client: PGlite) => Promise<unknown>): Promise<unknown> => {
    const client = await PGlite.create(folder);
    const result = await act(client);
    await client.close();
    return result;
  };
  await withClient((client) => client.exec(AGE));
  expect(await lineOf(dataDir)).toBe(`Database: the folder ${folder} ${ADVICE}`);
  expect(await withClient(async (client) => (await client.query(LEFT)).rows)).toEqual(UNCHANGED);
});
