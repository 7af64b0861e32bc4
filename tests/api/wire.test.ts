import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import * as wire from '../../src/contract/wire.ts';
import { WIRE_SAMPLES } from '../support/api/wire-samples.ts';

const read = <Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> | 'refused' => {
  const result = v.safeParse(schema, input);
  return result.success ? result.output : 'refused';
};

test.each([
  ['x', 'x'],
  ['a b', 'a b'],
  ['a ', 'refused'],
  [' a', 'refused'],
  ['', 'refused'],
])('the token %j is %j', (token, expected) => {
  expect(read(wire.token, token)).toBe(expected);
});

test.each(['Jose\u0301', ' two  spaces ', 'x'.repeat(2_000), ''])(
  'a name in a request is the listed one: %j',
  (name) => {
    expect(read(wire.name, read(wire.text, name))).toBe(name);
  },
);

test.each([undefined, null])('a list that is not in the specification and is %j has no rows', (list) => {
  expect(read(wire.extraRows(wire.integer), list)).toEqual({ rows: [], unread: [] });
});

test('a value instead of a list that is not in the specification is a dropped row', () => {
  expect(read(wire.extraRows(wire.integer), 'none')).toEqual({ rows: [], unread: [null] });
});

describe.each(WIRE_SAMPLES.filter(({ result }) => Array.isArray(result)))('the list of $endpoint.path', (sample) => {
  const rows = sample.result as readonly object[];
  const readList = (list: unknown) => v.parse(sample.endpoint.result, list) as { readonly rows: readonly object[] };

  test.each<[string, unknown]>([
    ['an object with number keys', { ...rows }],
    ['one level deeper, with its total', { list: rows, total: rows.length }],
    ['two levels deeper', { data: { records: rows } }],
    ['JSON as text', JSON.stringify(rows)],
  ])('as %s has every entry (READ-01)', (_, list) => {
    expect(readList(list)).toEqual(readList(rows));
  });

  test.each([null, {}, '', false, { list: [], total: 0 }, { rows: null }])('is empty as %j (READ-01)', (list) => {
    expect(readList(list)).toEqual({ rows: [], unread: [] });
  });

  test.each([null, 'maintenance', [rows]])('with the entry %j has one that cannot be read (READ-02)', (odd) => {
    expect(readList([...rows, odd])).toEqual({ ...readList(rows), unread: [null] });
  });
});
