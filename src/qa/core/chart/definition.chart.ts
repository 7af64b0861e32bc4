import * as v from 'valibot';

export type StateKind = 'atomic' | 'compound' | 'parallel' | 'final' | 'history';

export type ChartState = {
  /** Keys from the root joined by dots; the root is the machine's own id. */
  readonly id: string;
  readonly key: string;
  readonly kind: StateKind;
  readonly description: string | null;
  /** Id of the state it starts in. */
  readonly initial: string | null;
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly invokes: readonly string[];
  readonly children: readonly ChartState[];
};

/** One candidate transition, as the chart names it. */
export type ChartTransition = {
  readonly id: string;
  readonly source: string;
  /** Empty: the transition only runs actions and stays in its state. */
  readonly targets: readonly string[];
  readonly trigger: Trigger;
  readonly guard: string | null;
  /** The machine tries the transitions of one event in this order, from 1; null if there is only one. */
  readonly order: number | null;
  readonly actions: readonly string[];
};

export type Trigger =
  /** `descriptor` may contain a wildcard. */
  | { readonly kind: 'event'; readonly descriptor: string }
  | { readonly kind: 'always' }
  | { readonly kind: 'after'; readonly delay: string; readonly state: string }
  | { readonly kind: 'done' | 'error' | 'snapshot'; readonly invoke: string }
  | { readonly kind: 'state-done'; readonly state: string };

export type Chart = { readonly root: ChartState; readonly moves: readonly ChartTransition[] };

const named = v.union([
  v.string(),
  v.pipe(
    v.object({ type: v.string() }),
    v.transform(({ type }) => type),
  ),
  v.pipe(
    v.unknown(),
    v.transform(() => '(inline)'),
  ),
]);

const listOf = <Item>(item: v.GenericSchema<unknown, Item>) =>
  v.pipe(
    v.nullish(v.union([v.array(item), item]), []),
    v.transform((given): readonly Item[] => (Array.isArray(given) ? given : [given])),
  );

const target = v.pipe(
  v.nullish(v.union([v.string(), v.array(v.string())]), []),
  v.transform((named) => (typeof named === 'string' ? [named] : named)),
);

const move = v.union([
  v.pipe(
    v.string(),
    v.transform((name) => ({ target: [name], guard: null, actions: [] as string[] })),
  ),
  v.object({ target, guard: v.nullish(named, null), actions: listOf(named) }),
]);

const moves = listOf(move);
const table = v.nullish(v.record(v.string(), moves), {});

const invoke = v.object({
  id: v.nullish(v.string(), null),
  src: v.nullish(named, ''),
  onDone: moves,
  onError: moves,
  onSnapshot: moves,
});

type Move = v.InferOutput<typeof move>;
type StateConfig = {
  readonly id?: string | null | undefined;
  readonly type?: string | null | undefined;
  readonly history?: unknown;
  readonly initial?: unknown;
  readonly description?: string | null | undefined;
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly invoke: readonly v.InferOutput<typeof invoke>[];
  readonly on: Readonly<Record<string, readonly Move[]>>;
  readonly after: Readonly<Record<string, readonly Move[]>>;
  readonly always: readonly Move[];
  readonly onDone: readonly Move[];
  readonly states: Readonly<Record<string, StateConfig>>;
};

const state: v.GenericSchema<unknown, StateConfig> = v.object({
  id: v.nullish(v.string()),
  type: v.nullish(v.string()),
  history: v.optional(v.unknown()),
  initial: v.optional(v.unknown()),
  description: v.nullish(v.string()),
  entry: listOf(named),
  exit: listOf(named),
  invoke: listOf(invoke),
  on: table,
  after: table,
  always: moves,
  onDone: moves,
  states: v.nullish(
    v.record(
      v.string(),
      v.lazy(() => state),
    ),
    {},
  ),
});

const machine = v.pipe(
  v.unknown(),
  v.check((given) => !Array.isArray(given), 'a list is no machine'),
  state,
);

type StateNode = { readonly config: StateConfig; readonly id: string; readonly parent: string | null };

const kindOf = (config: StateConfig): StateKind => {
  if (config.type === 'final' || config.type === 'history' || config.type === 'parallel') return config.type;
  return Object.keys(config.states).length > 0 ? 'compound' : 'atomic';
};

const flatten = (config: StateConfig, id: string, parent: string | null): StateNode[] => [
  { config, id, parent },
  ...Object.entries(config.states).flatMap(([key, child]) => flatten(child, `${id}.${key}`, id)),
];

const initialOf = ({ config, id }: StateNode): string | null => {
  const { initial } = config;
  const key = typeof initial === 'object' && initial !== null && 'target' in initial ? initial.target : initial;
  return typeof key === 'string' && key in config.states ? `${id}.${key}` : null;
};

/**
 * A chart from a machine's `config`, as an object or as the text in an inspection message (without functions).
 * Throws a ValiError for anything else.
 */
export const chartOf = (definition: unknown): Chart => {
  const config = v.parse(machine, typeof definition === 'string' ? JSON.parse(definition) : definition);
  const rootId = config.id ?? '(machine)';
  const nodes = flatten(config, rootId, null);
  const known = new Map(nodes.map((one) => [one.id, one]));
  const aliases = new Map(nodes.flatMap((one) => (one.config.id ? [[one.config.id, one.id] as const] : [])));

  const resolve = (from: StateNode, name: string): string | null => {
    if (name.startsWith('#')) {
      const [alias = '', ...rest] = name.slice(1).split('.');
      const exact = aliases.get(name.slice(1));
      const base = aliases.get(alias);
      const path = exact ?? (base && [base, ...rest].join('.'));
      return path && known.has(path) ? path : null;
    }
    const base = name.startsWith('.') ? from.id : (from.parent ?? from.id);
    const path = `${base}.${name.replace(/^\./, '')}`;
    return known.has(path) ? path : null;
  };

  const drawn = (from: StateNode): ChartTransition[] => {
    const all: [Trigger, readonly Move[]][] = [
      ...Object.entries(from.config.on).map(([descriptor, list]): [Trigger, readonly Move[]] => [
        { kind: 'event', descriptor },
        list,
      ]),
      ...Object.entries(from.config.after).map(([delay, list]): [Trigger, readonly Move[]] => [
        { kind: 'after', delay, state: from.id },
        list,
      ]),
      [{ kind: 'always' }, from.config.always],
      [{ kind: 'state-done', state: from.id }, from.config.onDone],
      ...from.config.invoke.flatMap((one, at): [Trigger, readonly Move[]][] => {
        const name = one.id ?? `${at}.${from.id}`;
        return [
          [{ kind: 'done', invoke: name }, one.onDone],
          [{ kind: 'error', invoke: name }, one.onError],
          [{ kind: 'snapshot', invoke: name }, one.onSnapshot],
        ];
      }),
    ];
    return all
      .flatMap(([trigger, list]) => list.map((one, at) => ({ trigger, one, order: list.length > 1 ? at + 1 : null })))
      .map(({ trigger, one, order }, at) => ({
        id: `${from.id}#${at}`,
        source: from.id,
        targets: one.target.flatMap((name) => resolve(from, name) ?? []),
        trigger,
        guard: one.guard,
        order,
        actions: one.actions,
      }));
  };

  const stateOf = (one: StateNode): ChartState => ({
    id: one.id,
    key: one.parent === null ? rootId : one.id.slice(one.parent.length + 1),
    kind: kindOf(one.config),
    description: one.config.description ?? null,
    initial: initialOf(one),
    entry: one.config.entry,
    exit: one.config.exit,
    invokes: one.config.invoke.map(({ id, src }) => id ?? src ?? ''),
    children: nodes.filter(({ parent }) => parent === one.id).map(stateOf),
  });

  const [root] = nodes;
  if (!root) throw new Error('a machine has a root');
  return { root: stateOf(root), moves: nodes.flatMap(drawn) };
};

export const statesOf = (chart: Chart): readonly ChartState[] => {
  const below = (one: ChartState): ChartState[] => [one, ...one.children.flatMap(below)];
  return below(chart.root);
};
