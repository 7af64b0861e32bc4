import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centsIn, flagIn, idIn, instantIn, integerIn, listIn, parseJson, textIn } from '../../src/contract/forms.ts';

const AT = Date.UTC(2026, 10, 28, 9, 30, 15);
const isRow = (candidate: unknown): boolean => typeof candidate === 'object' && candidate !== null && 'id' in candidate;

describe('money (READ-01)', () => {
  test.each<[unknown, number | undefined]>([
    ['.99', 99],
    ['+4.99', 499],
    ['4,9', 490],
    ['４．９９', 499],
    [4.989999999999999, 499],
    ['4.99 USD', 499],
    ['1,234.50', 123_450],
    ['1.234,50', 123_450],
    ["1'234.50", 123_450],
    ['1\u00a0234,50', 123_450],
    ['1,234,567', 123_456_700],
    ['4.99e0', 499],
    [0, 0],
    [4.994, undefined],
    ['4.999', undefined],
    ['1,234', undefined],
    ['4,990', undefined],
    ['1.2.3', undefined],
    ['4 99', undefined],
    ['4.99 EUR', undefined],
    ['-4.99', undefined],
    [null, undefined],
    [[4.99], undefined],
    [Number.NaN, undefined],
    ['99999999999', undefined],
  ])('%j is %j cents', (value, cents) => {
    expect(centsIn(value)).toBe(cents);
  });

  test('every form of every price is exactly this price (READ-01)', () => {
    fc.assert(
      fc.property(fc.nat(9_999_999), (cents) => {
        const plain = `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        const number = Number(plain);
        const forms = [plain, number, plain.replace('.', ','), `$${plain}`, `${plain}0`, Math.fround(number)];
        expect(forms.map(centsIn)).toEqual(forms.map(() => cents));
        expect(centsIn(number + 0.001)).toBeUndefined();
        expect(centsIn(number + 0.005)).toBeUndefined();
      }),
    );
  });
});

describe('time (READ-01)', () => {
  test.each<[unknown, number | undefined]>([
    [AT / 1_000, AT],
    [AT / 1_000 + 0.25, AT + 250],
    [AT, AT],
    [AT * 1_000, AT],
    ['2026-11-28T09:30:15Z', AT],
    ['2026-11-28T09:30:15.123456789Z', AT + 123],
    ['2026-11-28 09:30:15 UTC', AT],
    ['2026-11-28T17:30:15+08:00', AT],
    ['2026-11-28 17:30:15+0800', AT],
    ['2026-11-28T17:30:15+08', AT],
    ['28 Nov 2026 17:30:15 +0800', AT],
    [`/Date(${AT})/`, AT],
    ['１７９５８５８２１５', 1_795_858_215_000],
    [0, 0],
    ['2026-11-28 09:30:15', undefined],
    ['28.11.2026 09:30', undefined],
    [20_261_128, undefined],
    ['20261128093015', undefined],
    ['', undefined],
    [-1, undefined],
    [9e15 * 1_000, undefined],
    [Number.NaN, undefined],
    [null, undefined],
  ])('%j is %j', (value, instant) => {
    expect(instantIn(value)).toBe(instant);
  });
});

describe('integers, ids, texts and flags (READ-01)', () => {
  test.each<[unknown, number | undefined]>([
    [12, 12],
    ['12', 12],
    ['12.0', 12],
    ['+12', 12],
    ['-12', -12],
    ['\u221212', -12],
    ['１２', 12],
    ['1,234', 1_234],
    ['1,23', undefined],
    [12.5, undefined],
    ['1e3', undefined],
    [2 ** 53, undefined],
    ['9007199254740993', undefined],
    ['', undefined],
    [null, undefined],
  ])('the integer %j is %j', (value, integer) => {
    expect(integerIn(value)).toBe(integer);
  });

  test.each<[unknown, string | undefined]>([
    [7, '7'],
    ['000123', '000123'],
    [' x ', ' x '],
    ['２０２２', '２０２２'],
    [2 ** 53, undefined],
    [1.5, undefined],
    ['', undefined],
    [' ', undefined],
    [null, undefined],
    [{}, undefined],
    ['x'.repeat(129), undefined],
  ])('the id %j is %j', (value, id) => {
    expect(idIn(value)).toBe(id);
  });

  test.each<[unknown, string | undefined]>([
    [101, '101'],
    ['', ''],
    ['x'.repeat(2_000), 'x'.repeat(2_000)],
    ['x'.repeat(2_001), 'x'.repeat(1_999)],
    ['Jose\u0301', 'Jose\u0301'],
    [null, undefined],
    [['Ryn'], undefined],
  ])('the text %j is %j', (value, text) => {
    expect(textIn(value)).toBe(text);
  });

  test('a text is never cut inside a character (READ-01)', () => {
    expect(textIn('😀'.repeat(1_001))).toBe('😀'.repeat(999));
  });

  test.each<[unknown, boolean | undefined]>([
    [true, true],
    [1, true],
    ['TRUE', true],
    [' on ', true],
    [false, false],
    ['0', false],
    [2, undefined],
    ['', undefined],
    [[1], undefined],
    [null, undefined],
  ])('the flag %j is %j', (value, flag) => {
    expect(flagIn(value)).toBe(flag);
  });
});

describe('lists (READ-01)', () => {
  const one = { id: 1 };
  const two = { id: 2 };

  test.each<[unknown, readonly unknown[] | undefined]>([
    [
      [one, two],
      [one, two],
    ],
    [[], []],
    [null, []],
    [undefined, []],
    [false, []],
    ['', []],
    [{}, []],
    [{ 0: one, 1: two }, [one, two]],
    [{ list: [one], total: 9 }, [one]],
    [{ rows: { 0: one } }, [one]],
    [{ data: { records: [one, two] } }, [one, two]],
    [{ list: null, total: 0 }, []],
    ['[{"id":1}]', [one]],
    [one, [one]],
    ['none', undefined],
    [7, undefined],
    [{ total: 9 }, undefined],
    [{ list: { list: { list: { list: [one] } } } }, undefined],
  ])('%j is %j', (value, list) => {
    expect(listIn(value, isRow)).toEqual(list);
  });
});

describe('the body (READ-01)', () => {
  test.each<[string, unknown]>([
    ['{"id":2022072512345928259}', { id: '2022072512345928259' }],
    ['{"id":-9007199254740993}', { id: '-9007199254740993' }],
    ['[9007199254740991,9007199254740992]', [9_007_199_254_740_991, '9007199254740992']],
    ['{"a":"12345678901234567890"}', { a: '12345678901234567890' }],
    [
      '{"a":"x\\"12345678901234567890\\\\","b":12345678901234567890}',
      { a: 'x"12345678901234567890\\', b: '12345678901234567890' },
    ],
    ['{"price":4.98999999999999999999}', { price: 4.99 }],
    ['{"big":1.2345678901234567e20}', { big: 1.2345678901234567e20 }],
    ['\uFEFF\uFEFF {"a":1}\n', { a: 1 }],
    ['{"a":1', undefined],
    ['', undefined],
  ])('%s', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  test('a body without large integers is what JSON says (READ-01)', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!/\d{16}/.test(text));
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });
});
