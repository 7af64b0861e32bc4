import type { Chart, ChartState } from './definition.chart.ts';

/** The chart around the `shown` states: a container without any of them becomes a plain box. */
export const foldChart = (chart: Chart, shown: ReadonlySet<string>): Chart => {
  const visibleIdOf = new Map<string, string>();
  const contains = (state: ChartState): boolean => shown.has(state.id) || state.children.some(contains);
  const hide = (state: ChartState, by: string): void => {
    visibleIdOf.set(state.id, by);
    for (const child of state.children) hide(child, by);
  };
  const fold = (state: ChartState): ChartState => {
    if (contains(state)) return { ...state, children: state.children.map(fold) };
    for (const child of state.children) hide(child, state.id);
    return { ...state, children: [], invokes: [], entry: [], exit: [] };
  };
  const root = fold(chart.root);
  const seen = (id: string): string => visibleIdOf.get(id) ?? id;
  return {
    root,
    moves: chart.moves
      .filter(({ source }) => !visibleIdOf.has(source))
      .map((move) => ({ ...move, targets: move.targets.map(seen) })),
  };
};

/** Ids of the states in a state value, with their ancestors. */
export const activeStates = (chart: { readonly root: Pick<ChartState, 'id'> }, value: unknown): ReadonlySet<string> => {
  const active = new Set([chart.root.id]);
  const enter = (id: string, part: unknown): void => {
    if (typeof part === 'string') active.add(`${id}.${part}`);
    else if (typeof part === 'object' && part !== null)
      for (const [key, inner] of Object.entries(part)) {
        active.add(`${id}.${key}`);
        enter(`${id}.${key}`, inner);
      }
  };
  enter(chart.root.id, value);
  return active;
};
