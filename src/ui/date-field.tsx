import { type ReactNode, useId, useState } from 'react';
import css from './date-field.module.css';

export type DateFieldProps = {
  readonly label: string;
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string;
  /** Called with a complete date or an empty text; partial dates stay in the field. */
  readonly onChange: (day: string) => void;
  readonly min?: string;
  readonly max?: string;
  readonly describedBy?: string;
};

const isWhole = (day: string): boolean => day === '' || /^2\d{3}-/.test(day);

/** The native date picker. */
export const DateField = ({ label, value, onChange, min, max, describedBy }: DateFieldProps): ReactNode => {
  const id = useId();
  const [draft, setDraft] = useState({ of: value, text: value });
  if (draft.of !== value) setDraft({ of: value, text: value });
  const change = (next: string) => {
    setDraft({ of: value, text: next });
    if (isWhole(next) && next !== value) onChange(next);
  };
  return (
    <div className={css['field']}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={draft.text}
        min={min || undefined}
        max={max || undefined}
        aria-describedby={describedBy}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </div>
  );
};
