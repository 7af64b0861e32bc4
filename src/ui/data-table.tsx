import type { ReactNode } from 'react';
import css from './data-table.module.css';
import { List } from './list.tsx';

type Column = {
  readonly key: string;
  readonly title: string;
  /** Aligns numbers at the end. */
  readonly align?: 'start' | 'end';
};

type Row = { readonly key: string; readonly cells: Readonly<Record<string, ReactNode>> };

export type DataTableProps = {
  readonly caption: string;
  readonly columns: readonly Column[];
  /** `cells` by the key of their column; the first column is the header of its row. */
  readonly rows: readonly Row[];
  /** In a narrow container each row is a card: its content in reading order. */
  readonly narrow: boolean;
  readonly card: (row: Row) => ReactNode;
};

/** A table in a wide container; cards in a narrow one. */
export const DataTable = ({ caption, columns, rows, narrow, card }: DataTableProps): ReactNode => {
  if (narrow) {
    return (
      <List className={css['cards']} aria-label={caption}>
        {rows.map((row) => (
          <li key={row.key}>{card(row)}</li>
        ))}
      </List>
    );
  }
  return (
    <table className={css['table']}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ key, title, align }) => (
            <th key={key} scope="col" data-align={align}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key: row, cells }) => (
          <tr key={row}>
            {columns.map(({ key, align }, at) =>
              at === 0 ? (
                <th key={key} scope="row" data-align={align}>
                  {cells[key]}
                </th>
              ) : (
                <td key={key} data-align={align}>
                  {cells[key]}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
