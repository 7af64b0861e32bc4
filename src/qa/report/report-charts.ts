import type { AnyStateMachine } from 'xstate';
import type { Chart, ChartState } from '../chart/chart.types.ts';
import { chartOf } from '../chart/definition.chart.ts';
import { activeStates } from '../chart/fold.chart.ts';
import { bundlesOf } from '../chart/layout.chart.ts';
import { machineTree } from '../replay/changed-charts.ts';
import { portalSystem } from '../replay/portal-system.ts';
import type { TakenTransition } from '../replay/taken-transition.ts';

/**
 * A drawn chart. `states` and `arrows` are in the order of the drawing. `isOld`: the machine has different states or transitions, or the name of a
 * guard or an action that the drawing lacks.
 */
export type ReportChart = {
  readonly id: string;
  readonly svg: string;
  readonly states: readonly string[];
  /** `source>target`; empty if the drawing has a different number of arrows. */
  readonly arrows: readonly string[];
  readonly isOld: boolean;
};

const drawings = import.meta.glob<string>('../../../docs/machines/*.svg', { query: '?raw', import: 'default' });

const OWN_STYLE = /<style>.*?<\/style>\s*/s;
const OWN_TIP = /<defs>.*?<\/defs>\s*/s;
const STATE = /<g data-id="([^"]+)">/g;
const ARROW = /<path class="arrow"/g;

const idsBelow = ({ id, children }: ChartState): readonly string[] => [id, ...children.flatMap(idsBelow)];

const namesIn = ({ moves }: Chart): readonly string[] =>
  moves.flatMap(({ guard, actions }) => (guard === null ? actions : [guard, ...actions]));

/** Reads a drawing of the chart of a machine. */
export const readChart = (machine: AnyStateMachine, svg: string): ReportChart => {
  const chart = chartOf(JSON.stringify(machine.config));
  const arrows = bundlesOf(chart.moves).map(({ id }) => id);
  const states = [...svg.matchAll(STATE)].map(([, id = '']) => id);
  const isComplete = svg.match(ARROW)?.length === arrows.length;
  const hasStates = states.toSorted().join() === idsBelow(chart.root).toSorted().join();
  return {
    id: machine.id,
    svg: svg.replace(OWN_STYLE, '').replace(OWN_TIP, ''),
    states,
    arrows: isComplete ? arrows : [],
    isOld: !isComplete || !hasStates || namesIn(chart).some((name) => !svg.includes(name)),
  };
};

/** The drawings of docs/machines for these machines, by id. `npm test` keeps them up to date. */
export const chartsOf = async (ids: ReadonlySet<string>): Promise<ReadonlyMap<string, ReportChart>> => {
  const machines = new Map(machineTree(portalSystem).map((machine) => [machine.id, machine]));
  const found = new Map<string, ReportChart>();
  for (const load of Object.values(drawings)) {
    const svg = await load();
    const [, id = ''] = /<g data-id="([^"]+)">/.exec(svg) ?? [];
    const machine = machines.get(id);
    if (machine && ids.has(id)) found.set(id, readChart(machine, svg));
  }
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
