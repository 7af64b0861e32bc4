import { type KeyboardEvent, type MouseEvent, type ReactNode, useId } from 'react';
import css from './choice-cards.module.css';
import { Icon } from './icon.tsx';

type ChoiceOption<T extends string> = {
  readonly value: T;
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  readonly aside?: ReactNode;
  readonly art?: ReactNode;
  readonly badge?: ReactNode;
  /** Can be reached and read, not picked. */
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
   * A click, a tap, Space or Enter, also on the card that is chosen already. Arrow keys only move. The second click of a
   * double click is ignored: by then the next step may have its cards there.
   */
  readonly onPick: (value: T) => void;
  readonly options: readonly ChoiceOption<T>[];
  /** In a wide place; a narrow one has fewer. Three columns stand upright, fewer lie flat. */
  readonly columns?: 1 | 2 | 3;
  /** Short names: two stand side by side even in a narrow place. */
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
        {options.map(({ value: own, title, detail, aside, art, badge, disabled = false, reason }, at) => {
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
                aria-labelledby={`${id}-${at}-title ${id}-${at}-aside`}
                aria-describedby={notes ? `${id}-${at}-notes` : undefined}
              />
              {art && <span className={css['art']}>{art}</span>}
              <span className={css['words']}>
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
              <span id={`${id}-${at}-aside`} className={css['aside']}>
                {aside}
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
