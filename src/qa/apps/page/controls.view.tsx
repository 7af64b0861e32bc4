import type { ReactNode } from 'react';
import css from './qa-page.module.css';

type CheckProps = { readonly isOn: boolean; readonly onToggle: () => void; readonly children: ReactNode };

export const Check = ({ isOn, onToggle, children }: CheckProps) => (
  <label className={css['check']}>
    <input type="checkbox" checked={isOn} onChange={onToggle} />
    {children}
  </label>
);

type Option = readonly [value: string, label?: string, lang?: string];

type ChoiceProps = {
  readonly label: string;
  readonly value: string;
  /** Without a label, an option is called like its value. */
  readonly options: readonly Option[];
  readonly onPick: (value: string) => void;
};

export const Choice = ({ label, value, options, onPick }: ChoiceProps) => (
  <label className={css['choice']}>
    {label}
    <select value={value} onChange={({ target }) => onPick(target.value)}>
      {options.map(([own, words = own, lang]) => (
        <option key={own} value={own} lang={lang}>
          {words}
        </option>
      ))}
    </select>
  </label>
);
