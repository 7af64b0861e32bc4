import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { wireExtraRows, wireInteger, wireName, wireText, wireToken } from '../../src/contract/wire.ts';

const read = <Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> | 'refused' => {
  const result = v.safeParse(schema, input);
  return result.success ? result.output : 'refused';
};

describe('values on the wire', () => {
  test.each([
    ['x', 'x'],
    ['a b', 'a b'],
    ['a ', 'refused'],
    [' a', 'refused'],
    ['', 'refused'],
  ])('the token %j is %j', (token, expected) => {
    expect(read(wireToken, token)).toBe(expected);
  });

  test.each(['Jose\u0301', ' two  spaces ', 'x'.repeat(2_000), ''])(
    'a name in a request is the listed one: %j',
    (name) => {
      expect(read(wireName, read(wireText, name))).toBe(name);
    },
  );

  test.each([undefined, null])('a list that is not in the specification and is %j has no rows', (list) => {
    expect(read(wireExtraRows(wireInteger), list)).toEqual({ rows: [], unread: [] });
  });

  test('a value instead of a list that is not in the specification is a dropped row', () => {
    expect(read(wireExtraRows(wireInteger), 'none')).toEqual({ rows: [], unread: [expect.anything()] });
  });
});
