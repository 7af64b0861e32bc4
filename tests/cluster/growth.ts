import pg from 'pg';

/** The size of a database at one moment. `wal`: the position of the log, in bytes. `images`: full pages that were written to the log. */
export type Size = { readonly wal: number; readonly images: number; readonly tables: ReadonlyMap<string, number> };

const LOG = `
  select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as wal, (select wal_fpi from pg_stat_wal)::text as images`;

/** With indexes and TOAST tables. */
const TABLES = `
  select relname as name, pg_total_relation_size(oid)::text as bytes from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r'`;

/** Tables whose rows the server never deletes. */
const PERMANENT = new Set([
  'orders',
  'order_history',
  'payments',
  'delivery_lines',
  'ledger_transactions',
  'ledger_entries',
  'epoint_balances',
]);

const isOfSandbox = (table: string): boolean => table.startsWith('sandbox_') || table === 'deliveries';

export const readSize = async (url: string): Promise<Size> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: log } = await client.query<{ wal: string; images: string }>(LOG);
    const { rows: tables } = await client.query<{ name: string; bytes: string }>(TABLES);
    return {
      wal: Number(log[0]?.wal),
      images: Number(log[0]?.images),
      tables: new Map(tables.map(({ name, bytes }) => [name, Number(bytes)])),
    };
  } finally {
    await client.end();
  }
};

/** What each of `orders` orders added to the log, and to the tables with their indexes. */
export const growthLine = (before: Size, after: Size, orders: number): string => {
  const kilobytes = (bytes: number): string => (bytes / 1e3 / orders).toFixed(1);
  const grown = [...after.tables]
    .map(([table, bytes]) => ({ table, bytes: bytes - (before.tables.get(table) ?? 0) }))
    .filter(({ bytes }) => bytes > 0)
    .sort((a, b) => b.bytes - a.bytes);
  const part = (title: string, isPart: (table: string) => boolean): string => {
    const rows = grown.filter(({ table }) => isPart(table));
    const total = rows.reduce((sum, { bytes }) => sum + bytes, 0);
    return `${title} ${kilobytes(total)} kB (${rows.map(({ table, bytes }) => `${table} ${kilobytes(bytes)}`).join(', ')})`;
  };
  return [
    `per order, of ${orders}: WAL ${kilobytes(after.wal - before.wal)} kB with ${((after.images - before.images) / orders).toFixed(2)} full-page images`,
    part('permanent rows', (table) => PERMANENT.has(table)),
    part('temporary rows', (table) => !PERMANENT.has(table) && !isOfSandbox(table)),
    part('sandbox', isOfSandbox),
  ].join('; ');
};
