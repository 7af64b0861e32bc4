import ELK, { type ELK as Elk } from 'elkjs/lib/elk-api.js';
import elkWorkerUrl from 'elkjs/lib/elk-worker.min.js?url';
import { useEffect, useMemo, useState } from 'react';
import { type Chart, chartOf } from '../../core/chart/definition.chart.ts';
import { type Drawing, drawChart, foldChart } from '../../core/chart/layout.chart.ts';

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

/** The chart of a definition; null if the definition is not a chart. */
export const useChart = (definition: string | null): Chart | null =>
  useMemo(() => {
    try {
      return definition === null ? null : chartOf(definition);
    } catch {
      return null;
    }
  }, [definition]);

export type DrawingState =
  | { readonly name: 'drawing' }
  | { readonly name: 'drawn'; readonly drawing: Drawing }
  | { readonly name: 'failed'; readonly why: string };

/**
 * The laid-out chart. `around`: containers without any of these states are folded. The previous drawing stays until the new layout is ready.
 */
export const useDrawing = (chart: Chart, around: ReadonlySet<string> | null): DrawingState => {
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
