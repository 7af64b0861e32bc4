import { describe, expect, test } from 'vitest';
import { mapScale, scrollToPoint, visiblePart } from '../../src/qa/viewer/minimap.ts';
import { screenScale } from '../../src/qa/viewer/preview-frame.view.tsx';
import { nextDrawing, shownPanes } from '../../src/qa/viewer/viewer-layout.ts';

const DRAWING = { width: 2_000, height: 400 };
const ROOM = { width: 600, height: 424 };
const PADDING = 12;

describe('the map of a chart (INSP-05)', () => {
  test('the map fits the available space', () => {
    expect(mapScale(DRAWING, { width: 200, height: 100 })).toBe(0.1);
    expect(mapScale({ width: 400, height: 2_000 }, { width: 200, height: 100 })).toBe(0.05);
  });

  test('the visible part begins after the padding and ends with the drawing', () => {
    const at = (left: number) => visiblePart(DRAWING, 1, { ...ROOM, left, top: 0 }, PADDING);
    expect(at(0)).toEqual({ x: 0, y: 0, width: 588, height: 400 });
    expect(at(512)).toEqual({ x: 500, y: 0, width: 600, height: 400 });
    expect(at(1_424)).toEqual({ x: 1_412, y: 0, width: 588, height: 400 });
  });

  test('a drawing that is in the middle of its pane is visible as a whole', () => {
    expect(visiblePart(DRAWING, 0.2, { ...ROOM, left: 0, top: 0 }, PADDING)).toEqual({ x: 0, y: 0, ...DRAWING });
  });

  test('a point of the map is scrolled to the middle of the pane', () => {
    for (const x of [500, 1_000, 1_300]) {
      const { left } = scrollToPoint({ x, y: 200 }, DRAWING, 1.5, ROOM, PADDING);
      const part = visiblePart(DRAWING, 1.5, { ...ROOM, left, top: 0 }, PADDING);
      expect(part.x + part.width / 2).toBeCloseTo(x, 6);
    }
    expect(scrollToPoint({ x: 1_000, y: 200 }, DRAWING, 0.5, ROOM, PADDING)).toEqual({ left: 212, top: 0 });
  });
});

describe('the panes of the viewer (INSP-05)', () => {
  const wide = { isNarrow: false, drawing: 'both', tab: 'chart', hasScreen: true } as const;

  test('a wide page has all panes, but the screen only for a recording', () => {
    const all = ['chart', 'screen', 'details', 'messages', 'actors'];
    expect([...shownPanes(wide)]).toEqual(all);
    expect([...shownPanes({ ...wide, drawing: 'chart' })]).toEqual(all.filter((pane) => pane !== 'screen'));
    expect([...shownPanes({ ...wide, drawing: 'screen' })]).toEqual(all.filter((pane) => pane !== 'chart'));
    for (const drawing of ['chart', 'both', 'screen'] as const)
      expect([...shownPanes({ ...wide, drawing, hasScreen: false })]).toEqual(all.filter((pane) => pane !== 'screen'));
  });

  test('a narrow page has one', () => {
    expect([...shownPanes({ ...wide, isNarrow: true, tab: 'messages' })]).toEqual(['messages']);
    expect([...shownPanes({ ...wide, isNarrow: true, tab: 'screen', hasScreen: false })]).toEqual(['chart']);
  });

  test('one key cycles through the chart, the screen and both', () => {
    expect(nextDrawing('chart')).toBe('both');
    expect(nextDrawing(nextDrawing('both'))).toBe('chart');
  });

  test('a screen is drawn as a whole, as wide as its pane, or at half its size', () => {
    expect(screenScale({ width: 1_280, height: 422 }, 1_280)).toBe(0.5);
    expect(screenScale({ width: 2_000, height: 2_000 }, 390)).toBe(1);
    expect(screenScale({ width: 320, height: 200 }, 1_280)).toBe(0.25);
    expect(screenScale({ width: 320, height: 200 }, 390)).toBe(0.5);
  });
});
