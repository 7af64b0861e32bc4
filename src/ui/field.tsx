import { type HTMLInputAutoCompleteAttribute, type ReactNode, type Ref, useId, useState } from 'react';
import css from './field.module.css';
import { Icon } from './icon.tsx';

type FieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly name: string;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  /** The problem with the value; shown, linked to the field and announced. */
  readonly error?: string | null;
  readonly hint?: string;
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly autoFocus?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
};

export type TextFieldProps = FieldProps & {
  readonly type?: 'text' | 'email' | 'tel' | 'search';
  readonly inputMode?: 'text' | 'numeric' | 'email' | 'tel' | 'search';
  /** Inside the box, before and after the input. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
};

type InputProps = Omit<TextFieldProps, 'type'> & { readonly type: string };

const Field = (props: InputProps): ReactNode => {
  const { label, value, onChange, name, error, hint, before, after, required = false, ref, ...rest } = props;
  const id = useId();
  const described = [error ? `${id}-error` : null, hint ? `${id}-hint` : null].filter(Boolean).join(' ');
  return (
    <div className={css['field']} data-invalid={error ? true : undefined}>
      <label htmlFor={id}>{label}</label>
      <div className={css['box']}>
        {before}
        <input
          {...rest}
          ref={ref}
          id={id}
          name={name}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {after}
      </div>
      <p id={`${id}-error`} className={css['error']} role="alert">
        {error && (
          <>
            <Icon name="alert" size={16} /> {error}
          </>
        )}
      </p>
      {hint && (
        <p id={`${id}-hint`} className={css['hint']}>
          {hint}
        </p>
      )}
    </div>
  );
};

export const TextField = ({ type = 'text', ...props }: TextFieldProps): ReactNode => <Field {...props} type={type} />;

export type PasswordFieldProps = FieldProps & {
  /** Labels of the button while the password is hidden or visible. */
  readonly revealLabel: string;
  readonly hideLabel: string;
};

export const PasswordField = ({ revealLabel, hideLabel, ...props }: PasswordFieldProps): ReactNode => {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      after={
        <button
          type="button"
          className={css['reveal']}
          aria-label={shown ? hideLabel : revealLabel}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </button>
      }
    />
  );
};
