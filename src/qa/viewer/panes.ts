import { type CSSProperties, useState } from 'react';
import type { PaneSizes, ViewerStore } from './viewer-store.ts';

const PANES = ['actors', 'details', 'messages'] as const;
const ACTORS = 240;
const DETAILS = 336;
const MESSAGES_SHARE = 0.28;
/** The chart keeps at least this part of the window. */
const MOST_OF_WINDOW = 0.75;

const usualSizes = (): PaneSizes => ({
  actors: ACTORS,
  details: DETAILS,
  messages: Math.round(window.innerHeight * MESSAGES_SHARE),
});

/** Sizes of the panes; the viewer opens with the ones of the last time. */
export const usePanes = (store: ViewerStore) => {
  const [usual] = useState(usualSizes);
  const [sizes, setSizes] = useState<PaneSizes>(() => store.panes() ?? usual);
  const setPane = (pane: keyof PaneSizes, size: number): void => {
    const next = { ...sizes, [pane]: size };
    setSizes(next);
    store.setPanes(next);
  };
  return {
    /** Names of the collapsed panes. */
    collapsed: PANES.filter((pane) => sizes[pane] === 0).join(' '),
    /** Props of the splitter of a pane. */
    splitter: (pane: keyof PaneSizes) => ({
      size: sizes[pane],
      usual: usual[pane],
      largest: Math.round((pane === 'messages' ? window.innerHeight : window.innerWidth) * MOST_OF_WINDOW),
      onSize: (size: number) => setPane(pane, size),
    }),
    style: {
      '--actors': `${sizes.actors}px`,
      '--details': `${sizes.details}px`,
      '--messages': `${sizes.messages}px`,
    } as CSSProperties,
  };
};
