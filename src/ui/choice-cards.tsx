import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import css from './choice-cards.module.css';
import { Icon } from './icon.tsx';

export type ChoiceOption = {
  readonly value: string;
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  readonly trailing?: ReactNode;
  readonly art?: ReactNode;
  readonly badge?: ReactNode;
  /** Focusable and readable, but not selectable. */
  readonly disabled?: boolean;
  readonly reason?: string;
};

export type ChoiceCardsProps = {
  /** For screen readers; the heading above the cards says the same. */
  readonly legend: string;
  readonly name: string;
  readonly value: string | null;
  /**
   * Called on a click, a tap, Space or Enter, also for the selected card. Arrow keys only move the focus. The second click of
   * a double click is ignored: the next step may already show its cards there. The card is marked immediately; the call follows
   * after the next paint.
   */
  readonly onPick: (value: string) => void;
  /** A card renders again only if its option is a different object: see `useCardOptions`. */
  readonly options: readonly ChoiceOption[];
  /** Columns of a wide container; a narrow one has fewer. Cards are vertical with three columns, else horizontal. */
  readonly columns: 2 | 3;
  /** Short names: two columns even in a narrow container. */
  readonly dense?: boolean;
};

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

const moveFocus = (from: HTMLInputElement, step: number) => {
  const radios = [...(from.closest('fieldset')?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? [])];
  radios[(radios.indexOf(from) + step + radios.length) % radios.length]?.focus();
};

const ignore = () => {};

const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
  const step = STEPS[event.key];
  if (step === undefined && event.key !== 'Enter') return;
  event.preventDefault();
  if (step === undefined) event.currentTarget.click();
  else moveFocus(event.currentTarget, step);
};

type ChoiceCardProps = {
  readonly id: string;
  readonly group: string;
  readonly option: ChoiceOption;
  readonly checked: boolean;
  readonly onPick: (value: string) => void;
};

const Card = ({ id, group, option, checked, onPick }: ChoiceCardProps) => {
  const { value, title, detail, trailing, art, badge, disabled = false, reason } = option;
  const pick = (event: MouseEvent) => {
    if (disabled || event.detail > 1) event.preventDefault();
    else onPick(value);
  };
  const notes = detail || badge || reason;
  return (
    <label className={css['card']} data-checked={checked || undefined} data-disabled={disabled || undefined}>
      <input
        type="radio"
        name={group}
        value={value}
        checked={checked}
        onChange={ignore}
        onClick={pick}
        onKeyDown={onKey}
        aria-disabled={disabled || undefined}
        aria-labelledby={`${id}-title ${id}-trailing`}
        aria-describedby={notes ? `${id}-notes` : undefined}
      />
      {art && <span className={css['art']}>{art}</span>}
      <span className={css['text']}>
        <span id={`${id}-title`} className={css['title']}>
          {title}
        </span>
        {notes && (
          <span id={`${id}-notes`} className={css['notes']}>
            {detail && <span>{detail}</span>}
            {badge}
            {reason && <span className={css['reason']}>{reason}</span>}
          </span>
        )}
      </span>
      <span id={`${id}-trailing`} className={css['trailing']}>
        {trailing}
      </span>
      {checked && (
        <span className={css['mark']} aria-hidden="true">
          <Icon name="check" size={14} />
        </span>
      )}
    </label>
  );
};

const ChoiceCard = memo(Card);

/** A hidden page draws no frame, so the task runs after this time at the latest. */
const LONGEST_WAIT_MS = 100;

/**
 * Runs `task` after the next paint, or before the next click or key press if that is earlier, so that the player's actions stay in order.
 * Returns a function that cancels it.
 */
const afterPaint = (task: () => void): (() => void) => {
  const waiting = new AbortController();
  const { signal } = waiting;
  const run = () => {
    if (signal.aborted) return;
    waiting.abort();
    task();
  };
  for (const type of ['click', 'keydown']) addEventListener(type, run, { capture: true, signal });
  try {
    requestAnimationFrame(() => setTimeout(run));
  } catch {
    // The timer is enough.
  }
  const timer = setTimeout(run, LONGEST_WAIT_MS);
  signal.addEventListener('abort', () => clearTimeout(timer));
  return () => waiting.abort();
};

/** The pressed card counts as selected until `onPick` has been called. */
const usePress = ({ value, onPick }: Pick<ChoiceCardsProps, 'value' | 'onPick'>) => {
  const [pressed, setPressed] = useState<string | null>(null);
  const cancel = useRef(ignore);
  useEffect(() => () => cancel.current(), []);
  const press = useCallback(
    (picked: string) => {
      setPressed(picked);
      cancel.current();
      cancel.current = afterPaint(() => {
        setPressed(null);
        onPick(picked);
      });
    },
    [onPick],
  );
  return [pressed ?? value, press] as const;
};

/** Returns one option for each row. An option stays the same object as long as `toOption` and its row do. */
export const useCardOptions = <Row extends object>(
  rows: readonly Row[],
  toOption: (row: Row) => ChoiceOption,
): readonly ChoiceOption[] => {
  const known = useMemo(() => ({ toOption, of: new WeakMap<Row, ChoiceOption>() }), [toOption]);
  return rows.map((row) => {
    const option = known.of.get(row) ?? known.toOption(row);
    known.of.set(row, option);
    return option;
  });
};

export const ChoiceCards = (props: ChoiceCardsProps) => {
  const { legend, name, options, columns, dense = false } = props;
  const id = useId();
  const [value, press] = usePress(props);
  return (
    <fieldset className={css['group']}>
      <legend className="visually-hidden">{legend}</legend>
      <div className={css['cards']} data-columns={columns} data-dense={dense || undefined}>
        {options.map((option, at) => (
          <ChoiceCard
            key={option.value}
            id={`${id}-${at}`}
            group={`${id}-${name}`}
            option={option}
            checked={option.value === value}
            onPick={press}
          />
        ))}
      </div>
    </fieldset>
  );
};
