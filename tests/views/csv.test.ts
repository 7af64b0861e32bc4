import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvText } from '../../src/views/account/csv.ts';
import { type ExportTexts, exportRows } from '../../src/views/account/order-export.view.tsx';
import { recordOf } from '../support/machines/orders.ts';

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
/** A cell that a spreadsheet reads as a formula, also after white space, invisible signs and in a compatibility form. */
const FORMULA = /^[\s\p{C}\p{Z}\u3164\u2800]*[=+\-@|]/u;
const isFormula = (cell: string): boolean => FORMULA.test(cell.normalize('NFKC'));
const withoutMark = (cell: string): string => cell.replace(/^'/, '');
const written = (text: string): string => read(csvText([['x', text]]), ',')[0]?.[1] ?? '';

describe('a table as a CSV file (C68)', () => {
  test('a parsed file equals its rows after the mark is removed, and no cell starts like a formula (C68)', () => {
    const sign = fc.constantFrom(...'=+-@|\t\r\n\0"\',;＝＋－＠﹦−\u00a0\u200b\ufeff\u2060\u3000');
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.tuple(sign, sign, fc.string()).map((three) => three.join('')),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 6 }), (rows) => {
        for (const separator of [',', ';'] as const) {
          const back = read(csvText(rows, separator), separator);
          expect(back.map((row) => row.length)).toEqual(rows.map((row) => row.length));
          for (const [at, one] of back.flat().entries()) {
            const text = rows.flat()[at] ?? '';
            expect(isFormula(one)).toBe(false);
            if (!/[,;|\t\r\n]/.test(text))
              expect(withoutMark(one)).toBe(text.startsWith("'") || one !== text ? text : one);
          }
        }
      }),
      { numRuns: 1_000 },
    );
  });

  /** Read as a number, a date, a time, an amount, a truth value, an error or a formula by Excel, LibreOffice or Google Sheets. */
  test.each([
    ...[
      '2022072512345928259',
      '000123',
      '1E5',
      '1D5',
      '.5',
      '1-',
      '(5)',
      '5%',
      '$5',
      'USD 5',
      '5 €',
      '1,5',
      '½',
      '١٢٣',
    ],
    ...['12-03', '1/2', '1.5.2024', 'Mar 5', 'MAR1', '5 May', 'Dez 5', '3月4日', '5 ม.ค.', '10:30 PM', '上午10:30'],
    ...['TRUE', 'WAHR', '#N/A', '+84912345678', '|x', '%0A=1', "'=1+1", '"=1+1'],
    ...['＝1+1', '=1+1', '-2+3', '@SUM(A1)', '\0=1+1', '−1', '\u00a0=1+1', '\u200b=1+1', '\u3164=1'],
    ...["=cmd|'/C calc'!A0", '=HYPERLINK("https://evil.example")'],
  ])('%j is marked as text (C68)', (text) => {
    expect(written(text)).toBe(`'${text}`);
  });

  test.each(['o-1', '60 Gems', 'Star Gems × 1,980', 'Reynard', '第3区', 'May', 'Marina 5', '', 'a=b'])(
    '%j stays as it is (C68)',
    (text) => {
      expect(written(text)).toBe(text);
    },
  );

  test.each([
    ['\n=1+1', "'\n'=1+1"],
    ['\t=1+1', "'\t'=1+1"],
    ['x;=1+1', "x;'=1+1"],
    ['two\r\n=1+1', "two\r\n'=1+1"],
    ['x","=1+1', 'x","\'=1+1'],
    ['x; ＝1+1', "x; '＝1+1"],
    ['x|-1', "x|'-1"],
  ])('a formula inside %j is not one for a spreadsheet with another separator (C68)', (text, safe) => {
    expect(written(text)).toBe(safe);
  });

  test.each([
    ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
    ['a,b', '"a,b"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['plain', 'plain'],
    ['', ''],
  ])('%j is written %j (C68)', (cell, text) => {
    expect(csvText([['x', cell]])).toBe(`${BOM}x,${text}\r\n`);
  });

  test('a value is written as it is (C68)', () => {
    expect(csvText([[{ value: '4.99' }, { value: '4,99' }]])).toBe(`${BOM}4.99,"4,99"\r\n`);
  });
});

const texts = (locale: string, columns: readonly string[] = [], notes: readonly string[] = []): ExportTexts => ({
  locale,
  columns,
  notes,
  statusOf: ({ status }) => `status ${status}`,
  methodOf: ({ paymentMethod }) => `method ${paymentMethod}`,
});

test('an order paid with E Points is exported in E Points (ORDR-06)', () => {
  const rows = exportRows([recordOf('delivered', { payment: { kind: 'points', amount: 499 } })], texts('en-US'));
  expect(rows[1]?.slice(8, 10)).toEqual([{ value: '499' }, 'EP']);
});

test('an exported order has plain numbers and UTC times (ORDR-06, C68)', () => {
  const record = recordOf('delivered', { itemName: '=60 gems', recipient: null, gameName: null, contents: [] });
  expect(exportRows([record], texts('en-US', ['a', 'b']))).toEqual([
    ['a', 'b'],
    [
      'o-1',
      { value: '2023-11-14T22:13:20.000Z' },
      'status delivered',
      '=60 gems',
      '',
      '',
      '',
      'u-1',
      { value: '0.99' },
      'USD',
      'method Card',
    ],
  ]);
});

test('item and amount are written as spreadsheets of the language read them (ORDR-06, C68)', () => {
  const contents = [{ title: '60 Gems', titles: { 'de-DE': '60 Juwelen' }, quantity: 1 }];
  const record = recordOf('delivered', { itemName: '60 Gems', contents });
  expect(exportRows([record], texts('de-DE'))[1]).toEqual(expect.arrayContaining(['60 Juwelen', { value: '0,99' }]));
  expect(exportRows([record], texts('ja-JP'))[1]).toEqual(expect.arrayContaining(['60 Gems', { value: '0.99' }]));
  expect(csvText([['a', { value: '0,99' }]], ';')).toBe(`${BOM}a;"0,99"\r\n`);
});

test('the words of the file are as a player types them, without what keeps them on one line (ORDR-06)', () => {
  const contents = [{ title: 'Gems', titles: {}, quantity: 60 }];
  const record = recordOf('delivered', { itemName: '60\u00a0Gems', contents });
  const [columns, row, note] = exportRows([record], {
    ...texts('th-TH', ['คำ\u2060สั่ง\u2060ซื้อ'], ['1\u00a0entry is missing']),
    statusOf: () => 'E\u2011Points',
    methodOf: () => 'E\u00a0Point',
  });
  expect(columns).toEqual(['คำสั่งซื้อ']);
  expect(row).toEqual(expect.arrayContaining(['60 Gems', 'E-Points', 'E Point']));
  expect(note).toEqual(['1 entry is missing']);
});

test('what the file lacks is written below the orders, in rows of the same length (ORDR-06, READ-01)', () => {
  const rows = exportRows([], texts('en-US', ['a', 'b'], ['1 entry is missing', 'and more']));
  expect(rows).toEqual([
    ['a', 'b'],
    ['1 entry is missing', ''],
    ['and more', ''],
  ]);
});
