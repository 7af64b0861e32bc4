import { Button, type ButtonProps } from '../../../ui/button.tsx';
import css from './qa-page.module.css';

type ToolProps = Omit<ButtonProps, 'children'> & { readonly label: string };

export const Tool = ({ label, variant = 'secondary', ...rest }: ToolProps) => (
  <Button variant={variant} {...rest}>
    {label}
  </Button>
);

type CheckProps = { readonly label: string; readonly isOn: boolean; readonly onToggle: () => void };

export const Check = ({ label, isOn, onToggle }: CheckProps) => (
  <label className={css['check']}>
    <input type="checkbox" checked={isOn} onChange={onToggle} />
    {label}
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
