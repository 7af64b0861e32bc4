import type { ReactNode } from 'react';
import css from './what-if.module.css';

const FEWEST_LINES = 3;
const MAX_LINES = 14;

export type JsonFieldProps = {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
};

/** A text area for JSON, as high as its text. */
export const JsonField = ({ label, text, onText }: JsonFieldProps): ReactNode => (
  <label className={css['field']}>
    {label}
    <textarea
      spellCheck={false}
      autoCapitalize="off"
      rows={Math.min(MAX_LINES, Math.max(FEWEST_LINES, text.split('\n').length))}
      value={text}
      onChange={({ target }) => onText(target.value)}
    />
  </label>
);
