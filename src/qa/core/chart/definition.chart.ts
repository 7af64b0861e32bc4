import { type AnyStateNode, type AnyTransitionDefinition, createMachine } from 'xstate';
import { isRecord } from '../redact/plain-copy.ts';
import { nameOf, namesOf, type ReportedTransition } from '../replay/taken-transition.ts';

export type StateKind = 'atomic' | 'compound' | 'parallel' | 'final' | 'history';

export type ChartState = {
  /** Keys from the root joined by dots; the root is the machine's own id. */
  readonly id: string;
  readonly key: string;
  readonly kind: StateKind;
  readonly description: string | null;
  readonly initial: string | null;
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly invokes: readonly string[];
  readonly children: readonly ChartState[];
};

/** `descriptor` may contain a wildcard. */
export type Trigger =
  | { readonly kind: 'event'; readonly descriptor: string }
  | { readonly kind: 'always' | 'state-done' }
  | { readonly kind: 'after'; readonly delay: string }
  | { readonly kind: 'done' | 'error' | 'snapshot'; readonly invoke: string };

export type Chart = { readonly root: ChartState; readonly moves: readonly ChartTransition[] };

const idOf = ({ machine, path }: AnyStateNode): string => [machine.id, ...path].join('.');

const triggerOf = (descriptor: string, source: AnyStateNode): Trigger => {
  const [, kind, invoke = ''] = /^xstate\.(done|error|snapshot)\.(?:actor\.)?(.*)$/.exec(descriptor) ?? [];
  const delayed = source.after.find(({ eventType }) => eventType === descriptor);
  if (delayed) return { kind: 'after', delay: String(delayed.delay) };
  if (descriptor.startsWith('xstate.done.state.')) return { kind: 'state-done' };
  return kind ? { kind: kind as 'done' | 'error' | 'snapshot', invoke } : { kind: 'event', descriptor };
};

const idOfTransition = (source: string, event: string, rank: number): string => `${source}#${event}#${rank}`;

export const takenTransitionId = ({ root }: Chart, { source, event, rank }: ReportedTransition): string =>
  idOfTransition([root.id, ...source].join('.'), event, rank);

/**
 * The candidate transitions of a state. No `targets`: it only runs actions and stays in its state. `order`: in which the machine tries
 * those of one event, from 1; null if there is only one.
 */
const transitionsOf = (source: AnyStateNode) => {
  const transitionOf = (trigger: Trigger) => (one: AnyTransitionDefinition, at: number, all: readonly unknown[]) => ({
    id: idOfTransition(idOf(source), one.eventType, at),
    source: idOf(source),
    targets: (one.target ?? []).map(idOf),
    trigger,
    guard: nameOf(one.guard),
    order: all.length > 1 ? at + 1 : null,
    actions: namesOf(one.actions),
  });
  return [
    ...[...source.transitions].flatMap(([event, list]) => list.map(transitionOf(triggerOf(event, source)))),
    ...(source.always ?? []).map(transitionOf({ kind: 'always' })),
  ];
};

export type ChartTransition = ReturnType<typeof transitionsOf>[number];

const childrenOf = ({ states }: AnyStateNode): readonly AnyStateNode[] => Object.values(states);

const stateOf = (node: AnyStateNode): ChartState => {
  const [initial] = node.type === 'compound' ? (node.initial.target ?? []) : [];
  return {
    id: idOf(node),
    key: node.path.at(-1) ?? node.machine.id,
    kind: node.type,
    description: node.description ?? null,
    initial: initial ? idOf(initial) : null,
    entry: namesOf(node.entry),
    exit: namesOf(node.exit),
    invokes: node.invoke.map(({ id }) => id),
    children: childrenOf(node).map(stateOf),
  };
};

const nodesBelow = (node: AnyStateNode): readonly AnyStateNode[] => [node, ...childrenOf(node).flatMap(nodesBelow)];

/** A chart from a machine's `config`, as an object or as the text in an inspection message (without functions). Throws for anything else. */
export const chartOf = (definition: unknown): Chart => {
  const config: unknown = typeof definition === 'string' ? JSON.parse(definition) : definition;
  if (!isRecord(config) || ('states' in config && !isRecord(config['states'])))
    throw new TypeError('This is no machine.');
  const root = createMachine(config as Parameters<typeof createMachine>[0]).root as AnyStateNode;
  return { root: stateOf(root), moves: nodesBelow(root).flatMap(transitionsOf) };
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

const matchesDescriptor = (descriptor: string, type: string): boolean =>
  descriptor === type ||
  descriptor === '*' ||
  (descriptor.endsWith('.*') && `${type}.`.startsWith(descriptor.slice(0, -1)));

export const isTriggeredBy = (trigger: Trigger, type: string): boolean => {
  switch (trigger.kind) {
    case 'event':
      return matchesDescriptor(trigger.descriptor, type);
    case 'done':
    case 'error':
      return type === `xstate.${trigger.kind}.actor.${trigger.invoke}`;
    case 'snapshot':
      return type === `xstate.snapshot.${trigger.invoke}`;
    case 'after':
      return type.startsWith(`xstate.after.${trigger.delay}.`);
    case 'state-done':
      return type.startsWith('xstate.done.state.');
    case 'always':
      return false;
  }
};
