/** `zoom`: 1 shows the whole axis. `scroll`: of the visible part from the start, px. */
export type TimeView = { readonly zoom: number; readonly scroll: number };

export const ZOOM_STEP = 1.5;
const LARGEST = 200;

/** Changes the zoom by a factor; the point `anchor` px from the left edge of the visible part stays where it is. */
export const zoomed = ({ zoom, scroll }: TimeView, by: number, anchor: number, width: number): TimeView => {
  const next = Math.min(LARGEST, Math.max(1, zoom * by));
  const place = ((scroll + anchor) * next) / zoom - anchor;
  return { zoom: next, scroll: Math.min(Math.max(0, place), width * (next - 1)) };
};

/** The scroll at which a point of the content is visible with a margin on both sides. `x`: px from the start at this zoom. */
export const scrollTo = ({ zoom, scroll }: TimeView, x: number, width: number): number => {
  const margin = Math.min(40, width / 4);
  const isVisible = x >= scroll + margin && x <= scroll + width - margin;
  return isVisible ? scroll : Math.min(Math.max(0, x - width / 2), width * (zoom - 1));
};
