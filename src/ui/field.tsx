import {
  type ChangeEvent,
  type CompositionEvent,
  type HTMLInputAutoCompleteAttribute,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import css from './field.module.css';
import { Icon } from './icon.tsx';

/** The text that a field of a form shows. A password manager may have filled it in without an event. */
export const formText = (form: HTMLFormElement, name: string): string => {
  const text = new FormData(form).get(name);
  return typeof text === 'string' ? text : '';
};

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
  readonly ref?: RefObject<HTMLInputElement | null>;
};

export type TextFieldProps = FieldProps & {
  readonly type?: 'text' | 'email' | 'tel' | 'search';
  readonly inputMode?: 'text' | 'numeric' | 'email' | 'tel' | 'search';
  /** Inside the box, before and after the input. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  /** Rewrites what was typed, but never while a keyboard composes it. */
  readonly read?: (typed: string) => string;
};

type InputProps = Omit<TextFieldProps, 'type'> & { readonly type: string };

/**
 * An input that only a change of `value` rewrites. A password manager may fill it in without an event, and that text stays; a form reads it
 * when it is submitted. During composition `onChange` gets the value, and the input keeps what the keyboard shows.
 */
const useTypedInput = ({ value, onChange, ref, read = (typed) => typed }: InputProps) => {
  const own = useRef<HTMLInputElement>(null);
  const input = ref ?? own;
  const isComposing = useRef(false);
  const [defaultValue] = useState(value);
  useLayoutEffect(() => {
    const { current } = input;
    if (current && !isComposing.current && current.value !== value) current.value = value;
  }, [input, value]);
  const take = (element: HTMLInputElement) => {
    const text = read(element.value);
    if (!isComposing.current && element.value !== text) element.value = text;
    onChange(text);
  };
  return {
    ref: input,
    defaultValue,
    onChange: (event: ChangeEvent<HTMLInputElement>) => take(event.currentTarget),
    onCompositionStart: () => {
      isComposing.current = true;
    },
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => {
      isComposing.current = false;
      take(event.currentTarget);
    },
  };
};

const Field = (props: InputProps) => {
  const { label, value, onChange, name, error, hint, before, after, required = false, ref, read, ...rest } = props;
  const id = useId();
  const input = useTypedInput(props);
  const described = [error ? `${id}-error` : null, hint ? `${id}-hint` : null].filter(Boolean).join(' ');
  return (
    <div className={css['field']} data-invalid={error ? true : undefined}>
      <label htmlFor={id}>{label}</label>
      <div className={css['box']}>
        {before}
        <input
          {...rest}
          {...input}
          id={id}
          name={name}
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
            <Icon name="alert" size={16} />
            <span>{error}</span>
          </>
        )}
      </p>
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  );
};

export const TextField = ({ type = 'text', ...props }: TextFieldProps) => <Field {...props} type={type} />;

export type PasswordFieldProps = FieldProps & {
  /** Labels of the button while the password is hidden or visible. */
  readonly revealLabel: string;
  readonly hideLabel: string;
};

export const PasswordField = ({ revealLabel, hideLabel, ...props }: PasswordFieldProps) => {
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
