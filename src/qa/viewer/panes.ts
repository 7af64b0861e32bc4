import { type CSSProperties, useState } from 'react';
import { PANES, type PaneSizes, type ViewerStore } from './viewer-store.ts';

const ACTORS = 208;
const DETAILS = 352;
/** The height of a desktop screen that is as wide as the details. */
const SCREEN = 244;
const MESSAGES_SHARE = 0.24;
/** A pane can grow to this part of the window; the chart keeps the rest. */
const MAX_SHARE = 0.75;

const usualSizes = (): PaneSizes => ({
  actors: ACTORS,
  details: DETAILS,
  screen: SCREEN,
  timeline: 1,
  messages: Math.round(window.innerHeight * MESSAGES_SHARE),
});

const isRow = (pane: keyof PaneSizes): boolean => pane === 'messages' || pane === 'screen';

/** Sizes of the panes; the viewer opens with the sizes of its last use. */
export const usePanes = (store: ViewerStore) => {
  const [usual] = useState(usualSizes);
  const [sizes, setSizes] = useState<PaneSizes>(() => ({ ...usual, ...store.panes() }));
  const setPane = (pane: keyof PaneSizes, size: number): void => {
    const next = { ...sizes, [pane]: size };
    setSizes(next);
    store.setPanes(next);
  };
  return {
    /** Names of the collapsed panes. */
    collapsed: PANES.filter((pane) => sizes[pane] === 0),
    toggle: (pane: keyof PaneSizes) => setPane(pane, sizes[pane] === 0 ? usual[pane] : 0),
    /** Props of the splitter of a pane. */
    splitter: (pane: keyof PaneSizes) => ({
      size: sizes[pane],
      usual: usual[pane],
      largest: Math.round((isRow(pane) ? window.innerHeight : window.innerWidth) * MAX_SHARE),
      onSize: (size: number) => setPane(pane, size),
    }),
    style: Object.fromEntries(PANES.map((pane) => [`--${pane}`, `${sizes[pane]}px`])) as CSSProperties,
  };
};

export type Panes = ReturnType<typeof usePanes>;
