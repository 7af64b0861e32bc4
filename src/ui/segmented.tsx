import { useId } from 'react';
import { Icon, type IconName } from './icon.tsx';
import css from './segmented.module.css';

export type SegmentedProps<T extends string> = {
  readonly legend: string;
  readonly value: T;
  readonly onPick: (value: T) => void;
  readonly options: readonly { readonly value: T; readonly label: string; readonly icon?: IconName }[];
  /** Labels for screen readers and as tooltips only; every option needs its icon. */
  readonly iconsOnly?: boolean;
  /** Separate boxes that wrap, for many short options. */
  readonly chips?: boolean;
};

/** A short choice with exactly one selected option; arrow keys choose immediately. */
export const Segmented = <T extends string>(props: SegmentedProps<T>) => {
  const { legend, value, onPick, options, iconsOnly = false, chips = false } = props;
  const name = useId();
  return (
    <fieldset className={chips ? css['chips'] : css['group']} data-quiet={iconsOnly || undefined}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map(({ value: own, label, icon }) => (
        <label key={own} title={iconsOnly ? label : undefined}>
          <input type="radio" name={name} value={own} checked={own === value} onChange={() => onPick(own)} />
          {icon && <Icon name={icon} size={chips ? 16 : 18} />}
          <span className={iconsOnly ? 'visually-hidden' : undefined}>{label}</span>
        </label>
      ))}
    </fieldset>
  );
};
