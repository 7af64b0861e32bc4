import { failure } from '../../machines/kernel/failure.ts';
import type { Listed } from '../../machines/kernel/listed.ts';
import type { Rows } from '../contract/wire.ts';

/** The first of the rows with the same id: two rows of one thing are one thing. */
export const withoutDuplicates = <T>(rows: readonly T[], idOf: (row: T) => string): readonly T[] => {
  const first = new Map<string, T>();
  for (const row of rows) if (!first.has(idOf(row))) first.set(idOf(row), row);
  return [...first.values()];
};

/** Rejects with `protocolError` if no entry can be read: a page says "empty" only after an empty answer. */
export const toListed = <Row, T>({ rows, unread }: Rows<Row>, toValue: (row: Row) => T, idOf: (value: T) => string) => {
  if (rows.length === 0 && unread.length > 0) throw failure('protocolError');
  const listed: Listed<T> = { rows: withoutDuplicates(rows.map(toValue), idOf), unread };
  return listed;
};
