import { useState } from 'react';
import { Segmented } from '../../../ui/segmented.tsx';
import page from '../page/qa-page.module.css';
import { useMedia } from '../page/use-sizes.ts';
import css from './viewer.module.css';

const PANES = {
  chart: 'Chart',
  screen: 'Screen',
  details: 'Details',
  messages: 'Messages',
  actors: 'Actors',
} as const;

type Pane = keyof typeof PANES;

/** What a wide page draws of a recording. */
const DRAWINGS = { chart: 'Chart', both: 'Both', screen: 'Screen' } as const;

const optionsOf = <T extends string>(labels: Readonly<Record<T, string>>) =>
  (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] }));

/** Below this width a page has room for one pane. */
const NARROW = '(max-width: 900px)';

/** The panes that the page shows. `choice`: on a wide page, what is drawn in the middle; on a narrow one, the pane that it shows. */
export const usePanes = () => {
  const isNarrow = useMedia(NARROW);
  const [drawing, setDrawing] = useState<keyof typeof DRAWINGS>('both');
  const [pane, setPane] = useState<Pane>('chart');
  const hidden = { chart: 'screen', screen: 'chart', both: null }[drawing];
  return {
    isNarrow,
    has: (one: Pane): boolean => (isNarrow ? one === pane : one !== hidden),
    setPane,
    choice: isNarrow ? (
      <div className={`${css['pane-tabs']} ${page['dense']}`}>
        <Segmented legend="Pane" value={pane} onPick={setPane} options={optionsOf(PANES)} />
      </div>
    ) : (
      <Segmented legend="What is drawn" value={drawing} onPick={setDrawing} options={optionsOf(DRAWINGS)} />
    ),
  };
};
