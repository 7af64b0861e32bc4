import { type KeyboardEvent, type MouseEvent, type ReactNode, useId } from 'react';
import css from './choice-cards.module.css';
import { Icon } from './icon.tsx';

type ChoiceOption<T extends string> = {
  readonly value: T;
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  readonly trailing?: ReactNode;
  readonly art?: ReactNode;
  readonly badge?: ReactNode;
  /** Focusable and readable, but not selectable. */
  readonly disabled?: boolean;
  /** Why it is disabled. */
  readonly reason?: string;
};

export type ChoiceCardsProps<T extends string> = {
  readonly legend: ReactNode;
  readonly legendHidden?: boolean;
  readonly name: string;
  readonly value: T | null;
  /**
   * Called on a click, a tap, Space or Enter, also for the selected card. Arrow keys only move the focus. The second click of
   * a double click is ignored: the next step may already show its cards there.
   */
  readonly onPick: (value: T) => void;
  readonly options: readonly ChoiceOption<T>[];
  /** Columns of a wide container; a narrow one has fewer. Cards are vertical with three columns, else horizontal. */
  readonly columns?: 1 | 2 | 3;
  /** Short names: two columns even in a narrow container. */
  readonly dense?: boolean;
};

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

const moveFocus = (from: HTMLInputElement, step: number) => {
  const radios = [...(from.closest('fieldset')?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? [])];
  radios[(radios.indexOf(from) + step + radios.length) % radios.length]?.focus();
};

const ignore = () => {};

export const ChoiceCards = <T extends string>(props: ChoiceCardsProps<T>): ReactNode => {
  const { legend, legendHidden = false, name, value, onPick, options, columns = 1, dense = false } = props;
  const id = useId();
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = STEPS[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined) event.currentTarget.click();
    else moveFocus(event.currentTarget, step);
  };
  return (
    <fieldset className={css['group']}>
      <legend className={legendHidden ? 'visually-hidden' : css['legend']}>{legend}</legend>
      <div className={css['cards']} data-columns={columns} data-dense={dense || undefined}>
        {options.map(({ value: own, title, detail, trailing, art, badge, disabled = false, reason }, at) => {
          const pick = (event: MouseEvent) => {
            if (disabled || event.detail > 1) event.preventDefault();
            else onPick(own);
          };
          const notes = detail || badge || reason;
          return (
            <label key={own} className={css['card']} data-disabled={disabled || undefined}>
              <input
                type="radio"
                name={`${id}-${name}`}
                value={own}
                checked={value === own}
                onChange={ignore}
                onClick={pick}
                onKeyDown={onKey}
                aria-disabled={disabled || undefined}
                aria-labelledby={`${id}-${at}-title ${id}-${at}-trailing`}
                aria-describedby={notes ? `${id}-${at}-notes` : undefined}
              />
              {art && <span className={css['art']}>{art}</span>}
              <span className={css['text']}>
                <span id={`${id}-${at}-title`} className={css['title']}>
                  {title}
                </span>
                {notes && (
                  <span id={`${id}-${at}-notes`} className={css['notes']}>
                    {detail && <span>{detail}</span>}
                    {badge}
                    {reason && <span className={css['reason']}>{reason}</span>}
                  </span>
                )}
              </span>
              <span id={`${id}-${at}-trailing`} className={css['trailing']}>
                {trailing}
              </span>
              <span className={css['mark']} aria-hidden="true">
                <Icon name="check" size={14} />
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
};
