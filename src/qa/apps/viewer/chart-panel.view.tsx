import ELK, { type ELK as Elk } from 'elkjs/lib/elk-api.js';
import elkWorkerUrl from 'elkjs/lib/elk-worker.min.js?url';
import { type ReactNode, useEffect, useState } from 'react';
import { Segmented } from '../../../ui/segmented.tsx';
import { activeStates, type Chart } from '../../core/chart/definition.chart.ts';
import { type Drawing, drawChart, foldChart } from '../../core/chart/layout.chart.ts';
import { Tool } from '../page/controls.view.tsx';
import page from '../page/qa-page.module.css';
import { type ElementSize, useElementSize } from '../page/use-sizes.ts';
import css from './chart.module.css';
import { ChartDrawing } from './chart-drawing.view.tsx';
import { scrollInside } from './scroll-inside.ts';
import type { ActorSnapshot } from './timeline.ts';

type ScriptUrls = { readonly createScriptURL: (url: string) => string };
type PolicyMaker = { readonly createPolicy: (name: string, rules: ScriptUrls) => ScriptUrls };

/** A bundler writes the script into each place that reads the import, so only this one does. */
const UNTRUSTED: ScriptUrls = { createScriptURL: () => elkWorkerUrl };

const workerUrl = (): string => {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: PolicyMaker };
  return (trustedTypes?.createPolicy('chart-layout', UNTRUSTED) ?? UNTRUSTED).createScriptURL('');
};

let elk: Elk | null = null;
const layoutEngine = (): Elk => {
  elk ??= new ELK({ workerFactory: () => new Worker(workerUrl()) });
  return elk;
};

type DrawingState =
  | { readonly name: 'drawing' }
  | { readonly name: 'drawn'; readonly drawing: Drawing }
  | { readonly name: 'failed'; readonly why: string };

/** The laid-out chart; the previous one until a new layout is ready. `around`: containers without any of these states are folded. */
const useDrawing = (chart: Chart, around: ReadonlySet<string> | null): DrawingState => {
  const [state, setState] = useState<DrawingState>({ name: 'drawing' });
  const key = around === null ? null : [...around].sort().join('\n');
  useEffect(() => {
    let wanted = true;
    const shown = key === null ? chart : foldChart(chart, new Set(key.split('\n')));
    drawChart(shown, layoutEngine()).then(
      (drawing) => wanted && setState({ name: 'drawn', drawing }),
      (error: unknown) => wanted && setState({ name: 'failed', why: String(error) }),
    );
    return () => {
      wanted = false;
    };
  }, [chart, key]);
  return state;
};

const ZOOM_STEP = 1.25;
/** The smallest text is 10 px high at this scale; a larger chart scrolls instead. */
const READABLE = 0.91;
/** Padding of the scroller, px. */
const PADDING = 12;
const SMALLEST = 0.2;
const LARGEST = 3;

type Extent = 'around' | 'whole';

type ChartPanelProps = {
  readonly name: string;
  readonly chart: Chart;
  readonly now: ActorSnapshot;
  readonly lit: ReadonlySet<string>;
  /** They were taken at a message before the shown one. */
  readonly isEarlier: boolean;
  /** Id of the transition to scroll to; null: the last lit transition. */
  readonly picked: string | null;
  readonly children: ReactNode;
};

/** The largest scale at which the whole drawing is visible; never larger than its natural size. */
const fittingScale = (size: ElementSize, drawing: ElementSize): number => {
  const scale = Math.min(1, size.width / drawing.width, size.height / drawing.height);
  return scale > 0 ? scale : 1;
};

/** Sources and targets of the lit transitions: they are drawn even if they are no longer active. */
const endsOf = (chart: Chart, lit: ReadonlySet<string>): readonly string[] =>
  chart.moves.flatMap(({ id, source, targets }) => (lit.has(id) ? [source, ...targets] : []));

export const ChartPanel = (props: ChartPanelProps) => {
  const { name, chart, now, lit, isEarlier, picked, children } = props;
  const [extent, setExtent] = useState<Extent>('around');
  const active = activeStates(chart, now.value);
  const state = useDrawing(chart, extent === 'around' ? new Set([...active, ...endsOf(chart, lit)]) : null);
  const [size, watch, scroller] = useElementSize();
  /** `fit` also applies to later drawings, and follows the size of the pane. */
  const [wanted, setWanted] = useState<number | 'fit' | null>(null);
  const fitting = state.name === 'drawn' ? fittingScale(size, state.drawing) : 1;
  const scale = wanted === 'fit' ? fitting : (wanted ?? Math.max(READABLE, fitting));
  const seenKey = [...active, ...lit].join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view scrolls when the active state, the transition or the drawing changes
  useEffect(() => {
    const moves = [...(scroller.current?.querySelectorAll('[data-moves]') ?? [])];
    const leaves = [...(scroller.current?.querySelectorAll('[data-active="leaf"]') ?? [])];
    const chosen = moves.find((move) => picked && move.getAttribute('data-moves')?.split('\n').includes(picked));
    const stays = [...(scroller.current?.querySelectorAll('[data-stays]') ?? [])];
    const target = chosen ?? moves.findLast((move) => move.hasAttribute('data-lit')) ?? stays.at(-1) ?? leaves.at(-1);
    if (target) scrollInside(target, 'center');
  }, [seenKey, state, picked]);

  const zoom = (by: number) => setWanted(Math.min(LARGEST, Math.max(SMALLEST, scale * by)));
  return (
    <section className={css['panel']} aria-label={`Chart of ${name}`}>
      <header className={`${page['bar']} ${css['bar']}`}>
        <h2>{name}</h2>
        <Segmented
          legend="How much of the chart"
          value={extent}
          onPick={setExtent}
          options={[
            { value: 'around', label: 'Active part' },
            { value: 'whole', label: 'Whole chart' },
          ]}
        />
        {children}
        <div className={css['zoom']}>
          <Tool variant="quiet" aria-label="Smaller" label="−" onClick={() => zoom(1 / ZOOM_STEP)} />
          <Tool variant="quiet" label="Fit" onClick={() => setWanted('fit')} />
          <Tool variant="quiet" aria-label="Larger" label="+" onClick={() => zoom(ZOOM_STEP)} />
        </div>
      </header>
      <section
        className={css['scroller']}
        ref={watch}
        style={{ padding: PADDING }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll a chart that is larger than its container
        tabIndex={0}
        aria-label="Drawing, scrolls"
      >
        {state.name === 'drawing' && <p role="status">Drawing the chart…</p>}
        {state.name === 'failed' && <p>The layout failed: {state.why}</p>}
        {state.name === 'drawn' && (
          <ChartDrawing
            chart={chart}
            drawing={state.drawing}
            active={active}
            lit={lit}
            isEarlier={isEarlier}
            scale={scale}
          />
        )}
      </section>
    </section>
  );
};
