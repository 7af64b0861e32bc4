import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

export type LaneRowProps = {
  readonly label: string;
  readonly className: string | undefined;
  /** Options in chronological order. */
  readonly children: ReactNode;
};

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

const optionsIn = (lane: Element | null): readonly HTMLElement[] => [
  ...(lane?.querySelectorAll<HTMLElement>('[role="option"]') ?? []),
];

/** Options that can be too small for a finger. The row is one tab stop: the arrow keys choose an option, Enter presses it. */
export const LaneRow = ({ label, className, children }: LaneRowProps): ReactNode => {
  const id = useId();
  const lane = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<number | null>(null);
  useEffect(() => {
    for (const [at, option] of optionsIn(lane.current).entries()) {
      if (at === active) option.id = id;
      else option.removeAttribute('id');
    }
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = optionsIn(lane.current);
    const by = STEPS[event.key];
    const current = active ?? all.findIndex((option) => option.getAttribute('aria-selected') === 'true');
    if (by !== undefined) {
      const next = Math.min(Math.max(0, current + by), all.length - 1);
      setActive(next);
      all[next]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    } else if (event.key === 'Enter') all[current]?.click();
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={lane}
      role="listbox"
      aria-label={label}
      aria-orientation="horizontal"
      aria-activedescendant={active === null ? undefined : id}
      tabIndex={0}
      className={className}
      onKeyDown={onKeyDown}
      onBlur={() => setActive(null)}
    >
      {children}
    </div>
  );
};

export type LaneOptionProps = {
  readonly name: string;
  /** What the card below the mouse says. */
  readonly tip: string;
  readonly isSelected: boolean;
  readonly outcome?: string;
  readonly style: CSSProperties;
  readonly onPress: () => void;
  readonly children: ReactNode;
};

export const LaneOption = (props: LaneOptionProps): ReactNode => (
  <button
    type="button"
    role="option"
    tabIndex={-1}
    aria-selected={props.isSelected}
    aria-label={props.name}
    data-tip={props.tip}
    data-outcome={props.outcome}
    style={props.style}
    onClick={props.onPress}
  >
    {props.children}
  </button>
);
