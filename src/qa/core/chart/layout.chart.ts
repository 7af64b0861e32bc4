import type { ELK, ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import type { Chart, ChartState, ChartTransition, StateKind } from './definition.chart.ts';
import { descriptionLines, stateLines, transitionLines } from './words.chart.ts';

export type Point = { readonly x: number; readonly y: number };
export type Box = {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly kind: StateKind;
  readonly title: string;
  readonly lines: readonly string[];
  /** That many of the lines, from the first, are the description. */
  readonly described: number;
  readonly isInitial: boolean;
};
/** All transitions from one state to another share an arrow. */
export type Arrow = {
  readonly id: string;
  readonly points: readonly Point[];
  /** Corner of the label; its transitions are stacked. */
  readonly label: Point;
  readonly moves: readonly { readonly id: string; readonly lines: readonly string[] }[];
};
/** Positions of boxes and arrows, in whole px. A box precedes the boxes that it contains. */
export type Drawing = {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
};

/** Widths are computed from the number of characters, not measured, so that every computer draws the same picture. */
export const TEXT = { title: 13, line: 11, titleAdvance: 7.6, lineAdvance: 6.4, leading: 15, head: 24 } as const;

const ROOM = 12;
const OPTIONS: Readonly<Record<string, string>> = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeLabels.inline': 'true',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.spacing.nodeNodeBetweenLayers': '34',
  'elk.spacing.nodeNode': '24',
  'elk.randomSeed': '1',
};

const widest = (lines: readonly string[], advance: number): number =>
  Math.max(0, ...lines.map((line) => line.length * advance));

type Bundle = {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly moves: readonly ChartTransition[];
};

export const staysIn = (move: ChartTransition): boolean => move.targets.every((target) => target === move.source);

const bundlesOf = (moves: readonly ChartTransition[]): readonly Bundle[] => {
  const bundles = new Map<string, Bundle>();
  for (const move of moves.filter((one) => !staysIn(one)))
    for (const target of move.targets) {
      const id = `${move.source}>${target}`;
      bundles.set(id, { id, source: move.source, target, moves: [...(bundles.get(id)?.moves ?? []), move] });
    }
  return [...bundles.values()];
};

const edgeOf = ({ id, source, target, moves }: Bundle): ElkExtendedEdge => {
  const lines = moves.flatMap(transitionLines);
  return {
    id,
    sources: [source],
    targets: [target],
    labels: [
      {
        id: `${id}:label`,
        text: lines.join('\n'),
        width: Math.ceil(widest(lines, TEXT.lineAdvance)) + 8,
        height: lines.length * TEXT.leading + 4,
      },
    ],
  };
};

const round = ({ x = 0, y = 0 }: { readonly x?: number; readonly y?: number }, by: Point = { x: 0, y: 0 }): Point => ({
  x: Math.round(x + by.x),
  y: Math.round(y + by.y),
});

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

/** Lays out the states and arrows of a chart. `elk` may run in a worker. */
export const drawChart = async (chart: Chart, elk: Pick<ELK, 'layout'>): Promise<Drawing> => {
  const bundles = bundlesOf(chart.moves);
  const known = new Map<string, Omit<Box, 'x' | 'y' | 'width' | 'height'>>();
  const nodeOf = (state: ChartState, depth: number, isInitial: boolean): ElkNode => {
    const { id, key, kind, children } = state;
    const description = descriptionLines(state.description);
    const stays = chart.moves.filter((one) => one.source === id && staysIn(one));
    const lines = [...description, ...stateLines(state, stays)];
    known.set(id, { id, depth, kind, title: key, lines, described: description.length, isInitial });
    const width = Math.ceil(Math.max(key.length * TEXT.titleAdvance, widest(lines, TEXT.lineAdvance)) + ROOM * 2);
    const height = TEXT.head + lines.length * TEXT.leading + 8;
    if (children.length === 0) return { id, width: Math.max(width, 72), height };
    return {
      id,
      children: children.map((child) => nodeOf(child, depth + 1, child.id === state.initial)),
      layoutOptions: {
        ...OPTIONS,
        'elk.padding': `[top=${height + 10},left=16,bottom=16,right=16]`,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        'elk.nodeSize.minimum': `(${width},${height})`,
      },
    };
  };
  const graph: ElkNode = {
    id: '',
    layoutOptions: { ...OPTIONS, 'elk.padding': '[top=12,left=12,bottom=12,right=12]' },
    children: [nodeOf(chart.root, 0, false)],
    edges: bundles.map(edgeOf),
  };
  const laid: ElkNode = await elk.layout(graph);

  const boxes: Box[] = [];
  const corners = new Map<string, Point>([['', { x: 0, y: 0 }]]);
  const collect = (node: ElkNode, offset: Point): void => {
    const corner = { x: offset.x + (node.x ?? 0), y: offset.y + (node.y ?? 0) };
    corners.set(node.id, corner);
    const box = known.get(node.id);
    const size = { width: Math.round(node.width ?? 0), height: Math.round(node.height ?? 0) };
    if (box) boxes.push({ ...box, ...round(corner), ...size });
    for (const child of node.children ?? []) collect(child, corner);
  };
  for (const child of laid.children ?? []) collect(child, { x: 0, y: 0 });

  const bundleOf = new Map(bundles.map((bundle) => [bundle.id, bundle]));
  const arrows = (laid.edges ?? []).flatMap((edge): Arrow[] => {
    const bundle = bundleOf.get(edge.id);
    const [section] = edge.sections ?? [];
    const [label] = edge.labels ?? [];
    if (!bundle || !section) return [];
    const offset = corners.get('container' in edge && typeof edge.container === 'string' ? edge.container : '');
    const points = [section.startPoint, ...(section.bendPoints ?? []), section.endPoint];
    return [
      {
        id: edge.id,
        points: points.map((point) => round(point, offset)),
        label: round(label ?? section.startPoint, offset),
        moves: bundle.moves.map((move) => ({ id: move.id, lines: transitionLines(move) })),
      },
    ];
  });
  return { width: Math.ceil(laid.width ?? 0), height: Math.ceil(laid.height ?? 0), boxes, arrows };
};

const CORNER = 7;

const toward = (from: Point, to: Point): Point => {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const by = Math.min(CORNER, length / 2) / (length || 1);
  return { x: Math.round(from.x + (to.x - from.x) * by), y: Math.round(from.y + (to.y - from.y) * by) };
};

/** An arrow's line with rounded corners, as the `d` of a path. */
export const arrowPath = (points: readonly Point[]): string => {
  const [first = { x: 0, y: 0 }, ...rest] = points;
  return rest.reduce((path, point, at) => {
    const next = rest[at + 1];
    if (!next) return `${path}L${point.x} ${point.y}`;
    const before = toward(point, points[at] ?? first);
    const after = toward(point, next);
    return `${path}L${before.x} ${before.y}Q${point.x} ${point.y} ${after.x} ${after.y}`;
  }, `M${first.x} ${first.y}`);
};
