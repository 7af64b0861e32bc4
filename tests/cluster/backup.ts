import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import * as v from 'valibot';
import { openPostgres } from '../../server/db/postgres.ts';
import { orderRecord } from '../../src/contract/order.contract.ts';
import { get, openSession, request } from '../support/api/player-client.ts';
import { createPortalProcess } from '../support/runs/portal-process.mjs';
import { fillTables, LIGHT } from '../support/server/big-tables.ts';
import { findPostgres } from '../support/server/postgres-binaries.mjs';
import {
  createArchive,
  createPostgresServer,
  type PostgresServer,
  takeBaseBackup,
} from '../support/server/postgres-server.ts';
import { type Books, reconcileBooks } from './books.ts';
import type { PartResult } from './report.ts';
import { waitFor } from './wait.ts';

/** Name of a table or of a kind of object → a summary of its content. */
type Content = ReadonlyMap<string, string>;

/** With the table of applied migrations, which has a schema of its own. */
const TABLES = `
  select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname not in ('pg_catalog', 'information_schema') order by name`;

const OBJECTS = `
  select 'triggers' as name, count(*) || ' ' || sum(hashtext(tgrelid::regclass::text || tgname::text || tgenabled::text)) as found from pg_trigger where not tgisinternal
  union all
  select 'constraints', count(*) || ' ' || sum(hashtext(conrelid::regclass::text || conname::text || pg_get_constraintdef(oid))) from pg_constraint
    where connamespace = 'public'::regnamespace
  union all
  select 'indexes', count(*) || ' ' || sum(hashtext(indexdef)) from pg_indexes where schemaname = 'public'
  union all
  select 'sequence ' || sequencename, coalesce(last_value, 0)::text from pg_sequences where schemaname = 'public'`;

type Named = { readonly name: string };
type Found = Named & { readonly found: string };

const using = async <Result>(url: string, act: (client: pg.Client) => Promise<Result>): Promise<Result> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return act(client).finally(() => client.end());
};

/** Returns a checksum of each table and of the other objects in the schema. */
const contentOf = (url: string): Promise<Content> =>
  using(url, async (client) => {
    const content = new Map<string, string>();
    for (const { name } of (await client.query<Named>(TABLES)).rows) {
      const sum = `select count(*) || ' ' || coalesce(sum(hashtextextended(row::text, 0)::numeric), 0) as found from ${name} as row`;
      for (const { found } of (await client.query<Found>(sum)).rows) content.set(name, found);
    }
    for (const { name, found } of (await client.query<Found>(OBJECTS)).rows) content.set(name, found);
    return content;
  });

const differences = (what: string, found: Content, expected: Content): readonly string[] =>
  [...new Set([...expected.keys(), ...found.keys()])]
    .filter((name) => found.get(name) !== expected.get(name))
    .map((name) => `${what}: ${name} is ${found.get(name)} instead of ${expected.get(name)}`);

const timed = async (act: () => Promise<unknown>): Promise<string> => {
  const since = performance.now();
  await act();
  return `${((performance.now() - since) / 1_000).toFixed(1)} s`;
};

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

const program = (name: string, ...args: readonly string[]) =>
  promisify(execFile)(join(findPostgres() ?? '', name), [...args]);

const fill = async ({ url }: PostgresServer, rows: number): Promise<void> => {
  const opening = await openPostgres({ url, poolSize: 2 }, () => undefined);
  if (!opening.ok) throw new Error(opening.line);
  await opening.database.close();
  await using(url, (client) => fillTables(client, { heavy: rows / 10, others: rows - rows / 10 }));
};

const numberIn = async (url: string, statement: string): Promise<number> =>
  Number((await using(url, (client) => client.query<Found>(statement))).rows[0]?.found);

const PAGE_SIZE = 100;

/** Starts a server process on a database and reads the last page of a player's orders. */
const serve = async (url: string): Promise<{ readonly line: string; readonly problems: readonly string[] }> => {
  const count = await numberIn(url, `select count(*) as found from orders where user_id = '${LIGHT}'`);
  const page = Math.ceil(count / PAGE_SIZE);
  const expected = count - (page - 1) * PAGE_SIZE;
  const portal = await createPortalProcess({}, url);
  try {
    const starting = await timed(portal.start);
    const { status } = await get(`${portal.url}/health/ready`);
    const token = await openSession(portal.url, LIGHT, 'restored');
    const query = { page, size: PAGE_SIZE, begin: 0, end: 0, sdk_order_id: '', status: -1 };
    const rows = v.parse(v.array(v.unknown()), await request(portal.url, orderRecord.path, query, token));
    return {
      line: `a server process on it is ready after ${starting}; page ${page} of a player has ${rows.length} of ${count} orders`,
      problems: [
        ...(status === 200 ? [] : [`the restored copy is not ready: HTTP ${status}`]),
        ...(expected > 0 && rows.length === expected
          ? []
          : [`${rows.length} orders instead of ${expected} on page ${page}`]),
      ],
    };
  } finally {
    await portal.remove();
  }
};

/** A statement that an operator runs by mistake. */
const MISTAKE = 'drop table orders cascade';

const archiveLog = (url: string): Promise<void> =>
  using(url, async (client) => {
    const { rows } = await client.query<Named>('select pg_walfile_name(pg_switch_wal()) as name');
    const last = rows[0]?.name ?? '';
    await waitFor('the archive', async () => {
      const { rows: archived } = await client.query<Named>(
        `select coalesce(last_archived_wal, '') as name from pg_stat_archiver`,
      );
      return (archived[0]?.name ?? '') >= last;
    });
  });

/**
 * Restores a database with `rows` orders from a dump, and from a copy of its files and its log until just before a mistake. Audits the
 * restored dump and starts a server process on it.
 */
export const backup = async (rows: number): Promise<PartResult> => {
  const archive = createArchive();
  const folder = mkdtempSync(join(tmpdir(), 'portal-backup-'));
  const server = await createPostgresServer(archive.settings, { isDurable: true });
  const address = new URL(server.url);
  try {
    await fill(server, rows);
    const filled = await contentOf(server.url);
    const file = join(folder, 'portal.dump');
    const dumping = await timed(() => program('pg_dump', '--format=custom', `--file=${file}`, server.url));
    await using(server.url, (client) => client.query('create database portal_restored template template0'));
    address.pathname = '/portal_restored';
    const restoring = await timed(() =>
      program('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${address.href}`, file),
    );
    // pg_restore does not restore statistics, and plans without them are slow.
    const analyzing = await timed(() => using(address.href, (client) => client.query('vacuum (analyze)')));
    const dumpProblems = differences('dump', await contentOf(address.href), filled);
    const bytes = await numberIn(server.url, 'select pg_database_size(current_database()) as found');
    let books: Books = { line: '', problems: [] };
    const auditing = await timed(async () => {
      books = await reconcileBooks(address.href);
    });
    const served = await serve(address.href);
    await using(server.url, (client) => client.query('drop database portal_restored with (force)'));

    const base = await takeBaseBackup(server, archive.folder);
    await using(server.url, (client) => client.query("update users set nickname = 'after the copy'"));
    const wanted = await contentOf(server.url);
    const moment = await using(server.url, (client) => client.query<Named>('select clock_timestamp()::text as name'));
    await using(server.url, (client) => client.query(MISTAKE));
    await archiveLog(server.url);
    let copy: PostgresServer | null = null;
    const recovering = await timed(async () => {
      copy = await base.restore(moment.rows[0]?.name ?? '');
    });
    const copyUrl = (copy as PostgresServer | null)?.url ?? '';
    const problems = [
      ...dumpProblems,
      ...books.problems,
      ...served.problems,
      ...differences('point in time', await contentOf(copyUrl), wanted),
    ];
    await (copy as PostgresServer | null)?.remove();
    return {
      title: `backup: ${rows.toLocaleString('en-US')} orders, restored from a dump, and from files and log until just before a mistake`,
      lines: [
        `database ${megabytes(bytes)}, dump ${megabytes(statSync(file).size)}: pg_dump ${dumping}, pg_restore ${restoring}, vacuum ${analyzing}; recovery from the log ${recovering}`,
        `${filled.size} tables, sequences and kinds of objects compared`,
        `audit of the restored dump in ${auditing}: ${books.line}`,
        served.line,
      ],
      problems,
    };
  } finally {
    await server.remove();
    archive.remove();
    rmSync(folder, { recursive: true, force: true });
  }
};
