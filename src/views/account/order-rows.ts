import { pointAmount } from '../../../machines/order/order.purchase.ts';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { recordTitle } from '../order/order-text.ts';
import type { CsvCell } from './csv.ts';

/** Headings of the exported columns, in order, and the words of a record in the language of the page. */
export type ExportTexts = {
  readonly locale: string;
  readonly columns: readonly string[];
  readonly statusOf: (record: OrderRecord) => string;
  readonly methodOf: (record: OrderRecord) => string;
  /** Lines below the orders: what the file lacks. */
  readonly notes: readonly string[];
};

/** Words of the page without what keeps them on one line: a search in a spreadsheet finds them as they are typed. */
const plain = (words: string): string =>
  words.replaceAll('\u2060', '').replaceAll('\u00a0', ' ').replaceAll('\u2011', '-');

/** The decimal separator of the language, as spreadsheets read it. */
export const decimalSeparator = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';

const dollars = (minor: number, separator: string): string =>
  `${Math.trunc(minor / 100)}${separator}${String(minor % 100).padStart(2, '0')}`;

/** Numbers without grouping or currency sign, and UTC times, in every language: 4.99 or 4,99. */
const rowOf = (record: OrderRecord, { locale, statusOf, methodOf }: ExportTexts): readonly CsvCell[] => [
  record.paymentId,
  { value: new Date(record.paymentCreateTime).toISOString() },
  plain(statusOf(record)),
  plain(recordTitle(record, locale)),
  record.gameName ?? '',
  record.recipient?.serverName ?? '',
  record.recipient?.roleName ?? '',
  record.uid ?? '',
  {
    value:
      pointAmount(record) === null
        ? dollars(record.paidAmount.minor, decimalSeparator(locale))
        : String(pointAmount(record)),
  },
  pointAmount(record) === null ? record.currency : 'EP',
  plain(methodOf(record)),
];

export const exportRows = (records: readonly OrderRecord[], texts: ExportTexts): readonly (readonly CsvCell[])[] => [
  texts.columns.map(plain),
  ...records.map((record) => rowOf(record, texts)),
  ...texts.notes.map((note) => texts.columns.map((_, at) => (at === 0 ? plain(note) : ''))),
];
