import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { getTableColumns } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { PgliteSession } from 'drizzle-orm/pglite/session';
import { TABLES } from '../../server/db/tables.ts';
import type { ReleasedRow } from './released-server.ts';

const folder = process.env['RECORDED_RELEASE'];
if (!folder) throw new Error('only npm run record:release uses this file');
const file = join(folder, `${process.pid}.jsonl`);

const READS_OR_WRITES = /^\s*(?:select|insert|update|delete|with)\b/i;
const EVERY_COLUMN = /\bselect\s+\*|\.\*|\breturning\s+\*/i;
const PROJECT_FILE = /\/(server|tests)\/[^\s)]+\.ts/;

const seen = new Set<string>();
const append = (key: string, line: object): void => {
  if (seen.has(key)) return;
  seen.add(key);
  appendFileSync(file, `${JSON.stringify(line)}\n`);
};

/** The query builder prepares its statements without a caller on the stack. Written SQL has one, which may be a test. */
const isOfTest = (): boolean =>
  PROJECT_FILE.exec(new Error().stack?.replace(/^.*\.setup\.ts.*$/gm, '') ?? '')?.[1] === 'tests';

/** How often each statement of a test was seen. Reading the stack takes a millisecond, and some tests repeat a statement thousands of times. */
const testCalls = new Map<string, number>();
const MAX_TEST_CALLS = 20;

const isOfServer = (text: string): boolean => {
  const calls = testCalls.get(text) ?? 0;
  if (calls === MAX_TEST_CALLS) return false;
  if (!isOfTest()) return true;
  testCalls.set(text, calls + 1);
  return false;
};

/** Rows have the same shape if their short values (statuses, kinds, flags) and missing values are the same. */
const shapeOf = (row: Readonly<Record<string, unknown>>): string =>
  Object.values(row)
    .map((value) =>
      value === null ? 'n' : /^(?:[a-z-]{1,12}|\d|true|false)$/.test(String(value)) ? String(value) : typeof value,
    )
    .join();

const keepRows = async (client: PGlite): Promise<void> => {
  for (const table of TABLES) {
    const { name } = getTableConfig(table);
    const columns = Object.values(getTableColumns(table)).map((column) => `'${column.name}', t."${column.name}"`);
    const text = `select jsonb_build_object(${columns.join()}) as row from "${name}" t limit 200`;
    const { rows } = await client.query<{ row: ReleasedRow['row'] }>(text).catch(() => ({ rows: [] }));
    for (const { row } of rows) append(`${name} ${shapeOf(row)}`, { table: name, row });
  }
};

/** Vitest runs this file before each test file, and test files share a process. */
const WRAPPED = Symbol.for('portal.recorded-release');
if (!(WRAPPED in PGlite)) {
  Object.assign(PGlite, { [WRAPPED]: true });
  const { prepareQuery } = PgliteSession.prototype;
  PgliteSession.prototype.prepareQuery = function record(this: typeof PgliteSession.prototype, ...given: never[]) {
    const text = (given as unknown as readonly [{ readonly sql: string }])[0].sql;
    if (READS_OR_WRITES.test(text) && !EVERY_COLUMN.test(text) && !seen.has(text) && isOfServer(text))
      append(text, { statement: text });
    return prepareQuery.apply(this, given as never);
  } as never;

  const { close } = PGlite.prototype;
  PGlite.prototype.close = async function record(this: PGlite) {
    if (!this.closed) await keepRows(this);
    return close.call(this);
  };
}
