import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import css from './splitter.module.css';

export type SplitterProps = {
  /** Name of the pane. */
  readonly label: string;
  /** Where the pane is, as seen from the splitter. */
  readonly side: 'start' | 'end' | 'above' | 'below';
  /** Size of the pane, px; 0: collapsed. */
  readonly size: number;
  readonly largest: number;
  /** Size that an opened pane gets. */
  readonly usual: number;
  readonly onSize: (size: number) => void;
};

const STEP = 24;
/** A smaller pane is of no use, so it collapses. */
const SMALLEST = 96;

/** The line between two panes, moved by dragging or with the arrow keys; Enter or a double click collapses the pane and opens it again. */
export const Splitter = ({ label, side, size, largest, usual, onSize }: SplitterProps): ReactNode => {
  const start = useRef<{ readonly at: number; readonly size: number } | null>(null);
  const isRow = side === 'above' || side === 'below';
  const isBefore = side === 'start' || side === 'above';
  const direction = isBefore ? 1 : -1;
  const at = (event: PointerEvent): number => (isRow ? event.clientY : event.clientX);
  const set = (wanted: number): void => onSize(wanted < SMALLEST ? 0 : Math.min(wanted, largest));
  const toggle = (): void => onSize(size === 0 ? usual : 0);
  const onKeyDown = (event: KeyboardEvent): void => {
    const [back, forth] = isRow ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
    const growing = isBefore ? forth : back;
    if (event.key === 'Enter') toggle();
    else if (event.key === growing) set(Math.max(size, SMALLEST - STEP) + STEP);
    else if (event.key === back || event.key === forth) set(size - STEP);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: <hr> cannot have a value and the focus
    <div
      role="separator"
      aria-label={`Size of ${label}`}
      aria-orientation={isRow ? 'horizontal' : 'vertical'}
      aria-valuemin={0}
      aria-valuenow={Math.round(size)}
      aria-valuemax={largest}
      tabIndex={0}
      style={{ gridArea: `splitter-${side}` }}
      className={`${css['splitter']} ${isRow ? css['row'] : css['column']}`}
      onKeyDown={onKeyDown}
      onDoubleClick={toggle}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { at: at(event), size };
      }}
      onPointerMove={(event) => {
        if (start.current) set(start.current.size + direction * (at(event) - start.current.at));
      }}
      onLostPointerCapture={() => {
        start.current = null;
      }}
    />
  );
};
