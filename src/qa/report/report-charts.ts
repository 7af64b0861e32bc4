import type { ELK } from 'elkjs/lib/elk-api.js';
import type { AnyStateMachine } from 'xstate';
import { chartOf } from '../chart/definition.chart.ts';
import { activeStates } from '../chart/fold.chart.ts';
import { bundlesOf, drawChart } from '../chart/layout.chart.ts';
import { svgOf } from '../chart/svg.chart.ts';
import { machineTree } from '../replay/changed-charts.ts';
import { portalSystem } from '../replay/portal-system.ts';
import type { TakenTransition } from '../replay/taken-transition.ts';

/** A drawn chart. `states` and `arrows` are in the order of the drawing; an arrow is `source>target`. */
export type ReportChart = {
  readonly id: string;
  readonly svg: string;
  readonly states: readonly string[];
  readonly arrows: readonly string[];
};

const OWN_STYLE = /<style>.*?<\/style>\s*/s;
const OWN_TIP = /<defs>.*?<\/defs>\s*/s;
const STATE = /<g data-id="([^"]+)">/g;

const drawn = async (machine: AnyStateMachine, elk: ELK): Promise<ReportChart> => {
  const chart = chartOf(JSON.stringify(machine.config));
  const svg = svgOf(await drawChart(chart, elk), machine.id);
  return {
    id: machine.id,
    svg: svg.replace(OWN_STYLE, '').replace(OWN_TIP, ''),
    states: [...svg.matchAll(STATE)].map(([, id = '']) => id),
    arrows: bundlesOf(chart.moves).map(({ id }) => id),
  };
};

/** The drawings of these machines, by id. */
export const chartsOf = async (ids: ReadonlySet<string>): Promise<ReadonlyMap<string, ReportChart>> => {
  const { default: Layout } = await import('elkjs/lib/elk.bundled.js');
  const elk = new Layout();
  const found = new Map<string, ReportChart>();
  for (const machine of machineTree(portalSystem))
    if (ids.has(machine.id) && !found.has(machine.id)) found.set(machine.id, await drawn(machine, elk));
  return found;
};

/** Indexes of the active states in a drawing. */
export const activeIn = ({ states, id }: ReportChart, value: unknown): readonly number[] => {
  const active = activeStates({ root: { id } }, value);
  return states.flatMap((state, at) => (active.has(state) ? [at] : []));
};

/** Indexes of the arrows that transitions took. */
export const takenIn = ({ arrows }: ReportChart, taken: readonly TakenTransition[]): readonly number[] => {
  const ids = new Set(taken.flatMap(({ source, targets }) => targets.map((target) => `${source}>${target}`)));
  return arrows.flatMap((arrow, at) => (ids.has(arrow) ? [at] : []));
};
