import { type PointerEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import css from './hover-card.module.css';

/** A screen is drawn once the pointer has rested for this long, ms. */
const REST_MS = 150;
const WIDTH = 276;

type Card = { readonly title: string; readonly text: string; readonly preview: () => ReactNode };

export type HoverCardProps = {
  readonly className: string | undefined;
  readonly ref: Ref<HTMLDivElement>;
  /** CSS width of the content. */
  readonly width: string;
  /** Returns the card for a point of the content, from 0 to 1. A `data-tip` at that point replaces the text. */
  readonly cardOf: (part: number) => Card;
  /** Called for a press outside the buttons. */
  readonly onPress: (part: number) => void;
  readonly children: ReactNode;
};

type Hovered = { readonly x: number; readonly y: number; readonly tip: string | null; readonly card: Card };

/** Content that scrolls sideways, with a card for the point below the mouse. Without a mouse, names and lists give the same information. */
export const HoverCard = ({ className, ref, width, cardOf, onPress, children }: HoverCardProps): ReactNode => {
  const content = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<Hovered | null>(null);
  /** The card whose preview is drawn. It stays while the pointer moves on. */
  const [rested, setRested] = useState<Card | null>(null);
  useEffect(() => {
    if (!hovered) return undefined;
    const timer = setTimeout(() => setRested(hovered.card), REST_MS);
    return () => clearTimeout(timer);
  }, [hovered]);
  const partAt = (clientX: number): number => {
    const { left, width } = content.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return (clientX - left) / width;
  };
  const onPointerMove = ({ pointerType, target, currentTarget, clientX }: PointerEvent): void => {
    if (pointerType !== 'mouse') return;
    const tip = (target as Element).closest<HTMLElement>('[data-tip]')?.dataset['tip'] ?? null;
    const { bottom } = currentTarget.getBoundingClientRect();
    setHovered({ x: clientX, y: bottom, tip, card: cardOf(partAt(clientX)) });
  };
  const onPointerUp = ({ target, clientX }: PointerEvent): void => {
    const isOpen = content.current?.contains(target as Element) && !(target as Element).closest('button');
    if (isOpen) onPress(partAt(clientX));
  };
  const preview = rested?.preview();
  const left = Math.max(8, Math.min((hovered?.x ?? 0) - WIDTH / 2, window.innerWidth - WIDTH - 8));
  return (
    <>
      <div
        ref={ref}
        className={className}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setHovered(null)}
        onPointerUp={onPointerUp}
      >
        <div ref={content} className={css['content']} style={{ width }}>
          {children}
        </div>
      </div>
      {(hovered || preview) && (
        <div
          className={css['card']}
          inert
          aria-hidden="true"
          data-hidden={hovered === null || undefined}
          style={{ left, top: hovered?.y ?? 0, width: WIDTH }}
        >
          <p>
            <strong>{hovered?.card.title}</strong> {hovered?.tip ?? hovered?.card.text}
          </p>
          {preview && <div className={css['preview']}>{preview}</div>}
        </div>
      )}
    </>
  );
};
