import type { OrderRecord } from '../../../machines/order/order.types.ts';

/** Headings of the exported columns, in order, and the label of each status. */
export type ExportTexts = {
  readonly columns: readonly string[];
  readonly statusOf: (record: OrderRecord) => string;
};

const dollars = (minor: number): string => `${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;

/** Machine-readable numbers and UTC times in every language: 4.99. */
const rowOf = (record: OrderRecord, { statusOf }: ExportTexts): readonly string[] => [
  record.paymentId,
  new Date(record.paymentCreateTime).toISOString(),
  statusOf(record),
  record.itemName,
  record.gameName ?? '',
  record.recipient?.serverName ?? '',
  record.recipient?.roleName ?? '',
  record.uid ?? '',
  record.points === null ? dollars(record.paidAmount.minor) : String(record.points),
  record.points === null ? record.currency : 'EP',
  record.paymentMethod,
];

export const exportRows = (records: readonly OrderRecord[], texts: ExportTexts): readonly (readonly string[])[] => [
  texts.columns,
  ...records.map((record) => rowOf(record, texts)),
];
