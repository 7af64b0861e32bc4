import { type PointerEvent, type ReactNode, useEffect, useState } from 'react';
import type { Drawing } from '../chart/layout.chart.ts';
import { arrowPath } from '../chart/svg.chart.ts';
import css from './minimap.module.css';
import { mapScale, scrollToPoint, type Viewport, visiblePart } from './minimap.ts';

const LARGEST = { width: 176, height: 120 };
const IN_NARROW_PANE = { width: 110, height: 90 };
const NARROW = 480;
/** If more than this part of a chart is visible, the map would hide more than it shows. */
const MOST = 0.8;

export type MinimapProps = {
  readonly drawing: Drawing;
  readonly active: ReadonlySet<string>;
  /** Ids of the transitions that were taken last. */
  readonly lit: ReadonlySet<string>;
  /** The scale of the drawing. */
  readonly scale: number;
  /** Scrolls the drawing. */
  readonly scroller: HTMLElement;
  /** Padding of the scroller, px. */
  readonly padding: number;
};

const viewportOf = ({ scrollLeft, scrollTop, clientWidth, clientHeight }: HTMLElement): Viewport => ({
  left: scrollLeft,
  top: scrollTop,
  width: clientWidth,
  height: clientHeight,
});

/** A small picture of a chart that does not fit its pane, with its visible part. A drag moves that part; keys scroll the pane. */
export const Minimap = ({ drawing, active, lit, scale, scroller, padding }: MinimapProps): ReactNode => {
  const [view, setView] = useState(() => viewportOf(scroller));
  useEffect(() => {
    const look = (): void => setView(viewportOf(scroller));
    const observer = new ResizeObserver(look);
    observer.observe(scroller);
    scroller.addEventListener('scroll', look);
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, [scroller]);
  const small = mapScale(drawing, view.width < NARROW ? IN_NARROW_PANE : LARGEST);
  const part = visiblePart(drawing, scale, view, padding);
  if (part.width * part.height > MOST * drawing.width * drawing.height) return null;
  const move = ({ currentTarget, clientX, clientY }: PointerEvent): void => {
    const { left, top } = currentTarget.getBoundingClientRect();
    const point = { x: (clientX - left) / small, y: (clientY - top) / small };
    scroller.scrollTo({ ...scrollToPoint(point, drawing, scale, view, padding), behavior: 'instant' });
  };
  const isActive = (id: string): boolean => active.has(id) && ![...active].some((other) => other.startsWith(`${id}.`));
  const thickness = 2 / small;
  const litArrows = drawing.arrows.filter(({ moves }) => moves.some(({ id }) => lit.has(id)));
  return (
    <svg
      className={css['map']}
      data-map
      aria-hidden="true"
      width={drawing.width * small}
      height={drawing.height * small}
      viewBox={`0 0 ${drawing.width} ${drawing.height}`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        move(event);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && move(event)}
    >
      {drawing.boxes.map(({ id, x, y, width, height }) => (
        <rect
          key={id}
          className={isActive(id) ? css['active'] : css['box']}
          {...{ x, y, width, height }}
          strokeWidth={thickness / 2}
        />
      ))}
      {litArrows.map(({ id, points }) => (
        <path key={id} className={css['lit']} d={arrowPath(points)} strokeWidth={thickness} />
      ))}
      <rect
        className={css['part']}
        data-part
        x={part.x + thickness / 2}
        y={part.y + thickness / 2}
        width={Math.max(0, part.width - thickness)}
        height={Math.max(0, part.height - thickness)}
        strokeWidth={thickness}
      />
    </svg>
  );
};
