import type { EventRow, Flow, FlowRun } from '../record/flow.file.ts';
import { brief } from '../replay/divergence.ts';
import type { Layer } from '../replay/finding.ts';
import { shortPath } from '../replay/run-log.lines.ts';

type Leaves = ReadonlyMap<string, unknown>;

/** A result of a port that reached a machine. `contexts`: of the machine and of those above it, by machine id, as they were before. */
type Result = {
  readonly row: number;
  readonly event: EventRow;
  /** Machine and message, the same in each recording. */
  readonly kind: string;
  readonly values: Leaves;
  readonly contexts: ReadonlyMap<string, Leaves>;
};

/** What holds for each result of a kind. `sum`: two values add up to a third; `same`: a value is the one in a context. */
type Relation =
  | { readonly name: 'sum'; readonly parts: readonly [string, string]; readonly total: string }
  | { readonly name: 'same'; readonly value: string; readonly machine: string; readonly place: string };

export type BrokenRelation = {
  readonly row: number;
  readonly layers: readonly Layer[];
  readonly sentence: string;
};

const DONE = /^xstate\.done\.actor\.(.+)$/;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The texts and numbers below a value by their path. Lists are left out. */
const leavesOf = (value: unknown, path = ''): readonly (readonly [string, unknown])[] => {
  if (isObject(value))
    return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, path === '' ? name : `${path}.${name}`));
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? [[path, value]] : [];
};

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

const resultsOf = ({ rows }: FlowRun): readonly Result[] => {
  const machines = new Map<string, string>();
  const contexts = new Map<string, Map<string, unknown>>();
  const results: Result[] = [];
  const contextsAt = (path: string): readonly (readonly [string, Leaves])[] => {
    const machine = machines.get(path);
    if (machine === undefined) return [];
    const leaves = [...(contexts.get(path) ?? [])].flatMap(([part, value]) => leavesOf(value, part));
    return [[machine, new Map(leaves)], ...contextsAt(parentOf(path))];
  };
  for (const [row, one] of rows.entries()) {
    if (one.kind === 'actor' && one.machine !== null) machines.set(one.path, one.machine);
    if (one.kind === 'state') {
      const known = contexts.get(one.path) ?? new Map<string, unknown>();
      for (const [part, value] of Object.entries(one.context ?? {})) known.set(part, value);
      contexts.set(one.path, known);
    }
    if (one.kind !== 'event' || one.from === null || machines.has(one.from) || !DONE.test(one.event.type)) continue;
    const machine = machines.get(one.to);
    if (machine === undefined) continue;
    const values = new Map(leavesOf(one.event['output']));
    const kind = `${machine} ${one.event.type}`;
    results.push({ row, event: one, kind, values, contexts: new Map(contextsAt(one.to)) });
  }
  return results;
};

/** Zeros and ones agree by accident. */
const isDistinct = (value: unknown): boolean => typeof value === 'string' || Number(value) > 1;

const sumsIn = (values: Leaves): readonly Relation[] => {
  const numbers = [...values].filter(([, value]) => typeof value === 'number' && isDistinct(value));
  const folder = (path: string): string => path.slice(0, path.lastIndexOf('.') + 1);
  return numbers.flatMap(([total, sum]) =>
    numbers.flatMap(([one, first], at) =>
      numbers
        .slice(at + 1)
        .filter(([other, second]) => Number(first) + Number(second) === sum && folder(one) === folder(other))
        .filter(([other]) => folder(total) === folder(other))
        .map(([other]): Relation => ({ name: 'sum', parts: [one, other], total })),
    ),
  );
};

const samesIn = ({ values, contexts }: Result): readonly Relation[] =>
  [...contexts].flatMap(([machine, leaves]) => {
    const places = new Map<unknown, string[]>();
    for (const [place, value] of leaves) places.set(value, [...(places.get(value) ?? []), place]);
    return [...values].flatMap(([value, is]) =>
      isDistinct(is) ? (places.get(is) ?? []).map((place): Relation => ({ name: 'same', value, machine, place })) : [],
    );
  });

/** Null: a part is missing, so the relation says nothing. */
const holds = (relation: Relation, { values, contexts }: Result): boolean | null => {
  if (relation.name === 'sum') {
    const [one, other, total] = [...relation.parts, relation.total].map((path) => values.get(path));
    if (typeof one !== 'number' || typeof other !== 'number' || typeof total !== 'number') return null;
    return one + other === total;
  }
  const is = values.get(relation.value);
  const wanted = contexts.get(relation.machine)?.get(relation.place);
  return is === undefined || wanted === undefined ? null : is === wanted;
};

const comparedValue = (relation: Relation, { values }: Result): string =>
  String(values.get(relation.name === 'sum' ? relation.total : relation.value));

/** So many recordings must show a relation. */
const MIN_FLOWS = 3;

const lastName = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** With so many different values: two numbers, or two values with other names, can agree by accident. */
const leastValues = (relation: Relation): number =>
  relation.name === 'sum' || lastName(relation.value) === lastName(relation.place) ? 1 : 3;

type Support = { readonly relation: Relation; readonly flows: Set<number>; readonly values: Set<string> };

export type CommonRelations = ReadonlyMap<string, readonly Relation[]>;

/** What holds for the results of ports in all these recordings, by kind of result. */
export const commonRelations = (references: readonly Flow[]): CommonRelations => {
  const results = references.map(({ runs }) => runs.flatMap(resultsOf));
  const found = new Map<string, Map<string, Support>>();
  for (const [at, ofFlow] of results.entries())
    for (const result of ofFlow) {
      const known = found.get(result.kind) ?? new Map<string, Support>();
      found.set(result.kind, known);
      for (const relation of [...sumsIn(result.values), ...samesIn(result)]) {
        const key = JSON.stringify(relation);
        const support = known.get(key) ?? { relation, flows: new Set(), values: new Set() };
        known.set(key, support);
        support.flows.add(at);
        support.values.add(comparedValue(relation, result));
      }
    }
  const all = results.flat();
  return new Map(
    [...found].map(([kind, known]) => {
      const ofKind = all.filter((result) => result.kind === kind);
      const supported = [...known.values()].filter(
        ({ relation, flows, values }) => flows.size >= MIN_FLOWS && values.size >= leastValues(relation),
      );
      const certain = supported.filter(({ relation }) => !ofKind.some((result) => holds(relation, result) === false));
      return [kind, certain.map(({ relation }) => relation)];
    }),
  );
};

const problemOf = (relation: Relation, { event, values, contexts }: Result): string => {
  const [, port = ''] = DONE.exec(event.event.type) ?? [];
  if (relation.name === 'sum') {
    const { parts, total } = relation;
    const sum = parts.map((path) => `${path} ${brief(values.get(path))}`).join(' + ');
    return `the result of ${port} has ${sum}, but ${total} ${brief(values.get(total))}`;
  }
  const { value, machine, place } = relation;
  const wanted = brief(contexts.get(machine)?.get(place));
  return `the result of ${port} has ${value} ${brief(values.get(value))}, but ${place} of ${machine} is ${wanted}`;
};

/** A port that returns something else than its own machine asked for is wrong itself; a machine above may have asked for the wrong thing. */
const layersOf = (relation: Relation, { kind }: Result): readonly Layer[] =>
  relation.name === 'sum' || kind.startsWith(`${relation.machine} `) ? ['server', 'adapter'] : ['adapter', 'chart'];

/** The results of a page load for which a relation does not hold, one for each result. */
export const brokenRelations = (run: FlowRun, common: CommonRelations): readonly BrokenRelation[] =>
  resultsOf(run).flatMap((result) => {
    const broken = (common.get(result.kind) ?? []).find((relation) => holds(relation, result) === false);
    if (!broken) return [];
    const { row, event } = result;
    const sentence = `${shortPath(event.to)}: ${problemOf(broken, result)}, unlike in every kept recording`;
    return [{ row, layers: layersOf(broken, result), sentence }];
  });
