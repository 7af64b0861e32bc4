import type { ReactNode } from 'react';
import css from './message-search.module.css';

export type MessageSearchProps = {
  readonly query: string;
  /** Messages that match; null without a query. */
  readonly found: number | null;
  readonly all: number;
  readonly onQuery: (query: string) => void;
};

const foundText = (found: number, all: number): string =>
  found === 0 ? 'No message matches' : `${found} of ${all} messages`;

export const MessageSearch = ({ query, found, all, onQuery }: MessageSearchProps): ReactNode => (
  <label className={css['search']}>
    Find
    <input
      type="search"
      placeholder="actor:payment type:order.*"
      value={query}
      onChange={({ target }) => onQuery(target.value)}
    />
    <span role="status" className={css['found']}>
      {found === null ? '' : foundText(found, all)}
    </span>
  </label>
);
