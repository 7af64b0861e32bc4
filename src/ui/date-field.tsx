import { useId, useState } from 'react';
import css from './field.module.css';

export type DateFieldProps = {
  readonly label: string;
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string;
  /** Called with a complete date or an empty text; partial dates stay in the field. */
  readonly onChange: (day: string) => void;
  /** Rewrites a complete date, for example one of another calendar. */
  readonly read: (day: string) => string;
  readonly min?: string;
  readonly max?: string;
  readonly describedBy?: string;
};

const isWhole = (day: string): boolean => day === '' || /^2\d{3}-/.test(day);

export const DateField = ({ label, value, onChange, read, min, max, describedBy }: DateFieldProps) => {
  const id = useId();
  const [draft, setDraft] = useState({ of: value, text: value });
  if (draft.of !== value) setDraft({ of: value, text: value });
  const change = (next: string) => {
    const day = isWhole(next) ? read(next) : next;
    setDraft({ of: value, text: day });
    if (isWhole(next) && day !== value) onChange(day);
  };
  return (
    <div className={css['field']}>
      <label htmlFor={id}>{label}</label>
      <div className={css['box']}>
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
    </div>
  );
};
