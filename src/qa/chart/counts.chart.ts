const THINNEST = 1.5;
const THICKEST = 7;

export const timesText = (count: number): string => `${count} ×`;

/** How often a transition was taken. A symbol repeats the information, so that it does not depend on color. */
export const countText = (count: number): string => (count > 0 ? `● ${timesText(count)}` : '✕ never');

/** Width of an arrow in px, from its count. */
export const countWidth = (count: number): number =>
  Math.min(THICKEST, Math.round((THINNEST + Math.log2(Math.max(1, count)) * 0.7) * 10) / 10);
