import type { ElementSize } from './use-element-size.ts';

/** Where an element is scrolled to, and how much of it is visible, px. */
export type Viewport = ElementSize & { readonly left: number; readonly top: number };

export type Rect = ElementSize & { readonly x: number; readonly y: number };

/** The largest scale at which a drawing fits into the map. */
export const mapScale = (drawing: ElementSize, most: ElementSize): number =>
  Math.min(most.width / drawing.width, most.height / drawing.height);

/** Free space before the drawing, which is centered in a larger viewport. */
const before = (visible: number, drawn: number, padding: number): number => Math.max(padding, (visible - drawn) / 2);

/** The visible part of the drawing in its own units. `scale`: the scale of the drawing. */
export const visiblePart = (drawing: ElementSize, scale: number, view: Viewport, padding: number): Rect => {
  const part = (scroll: number, visible: number, size: number): readonly [number, number] => {
    const start = (scroll - before(visible, size * scale, padding)) / scale;
    const from = Math.min(Math.max(0, start), size);
    return [from, Math.min(size, start + visible / scale) - from];
  };
  const [x, width] = part(view.left, view.width, drawing.width);
  const [y, height] = part(view.top, view.height, drawing.height);
  return { x, y, width: Math.max(0, width), height: Math.max(0, height) };
};

/** The scroll that shows a point of the drawing in the middle. Browsers keep it within the content. */
export const scrollToPoint = (
  point: { readonly x: number; readonly y: number },
  drawing: ElementSize,
  scale: number,
  view: ElementSize,
  padding: number,
): { readonly left: number; readonly top: number } => ({
  left: point.x * scale + before(view.width, drawing.width * scale, padding) - view.width / 2,
  top: point.y * scale + before(view.height, drawing.height * scale, padding) - view.height / 2,
});
