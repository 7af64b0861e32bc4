import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvText } from '../../src/views/account/csv.ts';
import { type ExportTexts, exportRows } from '../../src/views/account/order-rows.ts';
import { recordOf } from '../support/orders.ts';

/** RFC 4180, read back: quoted cells, doubled quotes, CRLF between rows. */
const parse = (text: string, separator: string): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let value = '';
    if (text[at] === '"') {
      for (at += 1; at < text.length; at += 1) {
        if (text[at] !== '"') value += text[at];
        else if (text[at + 1] === '"') {
          value += '"';
          at += 1;
        } else break;
      }
      at += 1;
    } else while (at < text.length && text[at] !== separator && !text.startsWith('\r\n', at)) value += text[at++];
    row.push(value);
    if (text[at] === separator) at += 1;
    else {
      at += 2;
      rows.push(row);
      row = [];
    }
  }
  return rows;
};

const BOM = '\ufeff';
const read = (text: string, separator: string): string[][] => {
  expect(text.startsWith(BOM)).toBe(true);
  return parse(text.slice(1), separator);
};
const asShown = (cell: string): string => (/^[=+\-@\t\r\0]/.test(cell) ? `'${cell}` : cell);

describe('C68 · a table as a CSV file', () => {
  test('C68 · a parsed file equals its rows, and no cell starts like a formula', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc
        .tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\0', '"', ',', '\n'), fc.string())
        .map((two) => two.join('')),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 6 }), (rows) => {
        for (const separator of [',', ';'] as const) {
          const back = read(csvText(rows, separator), separator);
          expect(back).toEqual(rows.map((row) => row.map(asShown)));
          for (const one of back.flat()) expect(one).not.toMatch(/^[=+\-@\t\r\0]/);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
    ["+1'2", "'+1'2"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['a,b', '"a,b"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['plain', 'plain'],
    ['', ''],
  ])('C68 · %j is written %j', (cell, written) => {
    expect(csvText([['x', cell]])).toBe(`${BOM}x,${written}\r\n`);
  });
});

const texts = (locale: string, columns: readonly string[] = []): ExportTexts => ({
  locale,
  columns,
  statusOf: ({ status }) => `status ${status}`,
  methodOf: ({ paymentMethod }) => `method ${paymentMethod}`,
});

test('ORDR-06 · an order paid with E Points is exported in E Points', () => {
  const rows = exportRows([recordOf('delivered', { points: 499 })], texts('en-US'));
  expect(rows[1]?.slice(8, 10)).toEqual(['499', 'EP']);
});

test('ORDR-06 C68 · an exported order has plain numbers and UTC times', () => {
  const record = recordOf('delivered', { itemName: '=60 gems', recipient: null, gameName: null, contents: [] });
  expect(exportRows([record], texts('en-US', ['a', 'b']))).toEqual([
    ['a', 'b'],
    [
      'o-1',
      '2023-11-14T22:13:20.000Z',
      'status delivered',
      '=60 gems',
      '',
      '',
      '',
      'u-1',
      '0.99',
      'USD',
      'method Card',
    ],
  ]);
});

test('ORDR-06 C68 · item and amount are written as spreadsheets of the language read them', () => {
  const contents = [{ title: '60 Gems', titles: { 'de-DE': '60 Juwelen' }, quantity: 1 }];
  const record = recordOf('delivered', { itemName: '60 Gems', contents });
  expect(exportRows([record], texts('de-DE'))[1]).toEqual(expect.arrayContaining(['60 Juwelen', '0,99']));
  expect(exportRows([record], texts('ja-JP'))[1]).toEqual(expect.arrayContaining(['60 Gems', '0.99']));
  expect(csvText([['a', '0,99']], ';')).toBe(`${BOM}a;"0,99"\r\n`);
});
