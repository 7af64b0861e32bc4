import { type ReactNode, useId } from 'react';
import css from './chips.module.css';
import { Icon, type IconName } from './icon.tsx';

export type ChipsProps<T extends string> = {
  readonly legend: string;
  readonly value: T;
  readonly onPick: (value: T) => void;
  readonly options: readonly { readonly value: T; readonly label: string; readonly icon?: IconName }[];
};

/** One of many short options, which wrap. Arrow keys choose immediately. */
export const Chips = <T extends string>({ legend, value, onPick, options }: ChipsProps<T>): ReactNode => {
  const name = useId();
  return (
    <fieldset className={css['chips']}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map(({ value: own, label, icon }) => (
        <label key={own}>
          <input type="radio" name={name} value={own} checked={own === value} onChange={() => onPick(own)} />
          {icon && <Icon name={icon} size={16} />}
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
};
