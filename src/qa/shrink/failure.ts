import type { AnyStateMachine } from 'xstate';
import type { Rule } from '../../../machines/kernel/rule.ts';
import { allScreens } from '../gallery/screens-in-view.ts';
import { machineTree } from '../replay/changed-charts.ts';
import { ALL_RULES } from '../rules/all-rules.ts';

/** What a shorter recording must still show. */
export type TargetFailure =
  | { readonly kind: 'diverges' }
  | { readonly kind: 'rule'; readonly rule: Rule }
  /** The machine is in these states, each directly after the one before. */
  | { readonly kind: 'state'; readonly machine: string; readonly values: readonly string[] }
  /** The machine shows these screens, each directly after the one before. */
  | { readonly kind: 'screen'; readonly machine: string; readonly names: readonly string[] };

export type FailureReading =
  | { readonly ok: true; readonly failure: TargetFailure }
  | { readonly ok: false; readonly line: string };

const FORMS =
  '"diverges", "rule:ID", "state:MACHINE=STATE", "screen:MACHINE=NAME" or, with two of them, "screen:MACHINE=NAME>NAME"';

type Node = { readonly path: readonly string[]; readonly states: Readonly<Record<string, Node>> };

const nodesBelow = (node: Node): readonly Node[] => [node, ...Object.values(node.states).flatMap(nodesBelow)];

/** Whether the path of a state contains these names in a row: `settled.delivered` of `following.phase.settled.delivered`. */
export const isInPath = (path: readonly string[], value: string): boolean =>
  `.${path.join('.')}.`.includes(`.${value}.`);

const wrong = (line: string): FailureReading => ({ ok: false, line });

const unique = (names: readonly string[]): string => [...new Set(names)].join(', ');

const readRule = (id: string): FailureReading => {
  const rule = ALL_RULES.find((one) => one.id === id);
  if (rule) return { ok: true, failure: { kind: 'rule', rule } };
  return wrong(`No rule is called "${id}". The rules are: ${unique(ALL_RULES.map((one) => one.id))}.`);
};

const readState = (machine: string, values: readonly string[], system: AnyStateMachine): FailureReading => {
  const machines = machineTree(system);
  const chart = machines.find(({ id }) => id === machine);
  if (!chart)
    return wrong(`No machine is called "${machine}". The machines are: ${unique(machines.map(({ id }) => id))}.`);
  const paths = nodesBelow(chart.root as unknown as Node).map(({ path }) => path);
  const unknown = values.find((value) => value === '' || !paths.some((path) => isInPath(path, value)));
  if (unknown === undefined) return { ok: true, failure: { kind: 'state', machine, values } };
  const states = paths.map((path) => path.join('.')).filter((path) => path !== '');
  return wrong(`The machine ${machine} has no state "${unknown}". Its states are: ${unique(states)}.`);
};

const readScreen = (machine: string, names: readonly string[]): FailureReading => {
  const of = allScreens.filter((screen) => screen.machine === machine);
  if (of.length === 0)
    return wrong(`No machine "${machine}" has screens. These have: ${unique(allScreens.map((one) => one.machine))}.`);
  const unknown = names.find((name) => !of.some((screen) => screen.name === name));
  if (unknown === undefined) return { ok: true, failure: { kind: 'screen', machine, names } };
  return wrong(
    `The machine ${machine} has no screen "${unknown}". Its screens are: ${unique(of.map((one) => one.name))}.`,
  );
};

/** Reads the text after `--shrink`. For an unknown name, returns one line that lists the known names. */
export const readFailure = (text: string, system: AnyStateMachine): FailureReading => {
  if (text === 'diverges') return { ok: true, failure: { kind: 'diverges' } };
  const [, kind, first = '', second] = /^(rule|state|screen):([^=]*)(?:=(.*))?$/.exec(text) ?? [];
  if (kind === 'rule' && second === undefined) return readRule(first);
  if (kind === 'state' && second !== undefined) return readState(first, second.split('>'), system);
  if (kind === 'screen' && second !== undefined) return readScreen(first, second.split('>'));
  return wrong(`"${text}" names no failure. Write ${FORMS}.`);
};

export const failureText = (failure: TargetFailure): string => {
  switch (failure.kind) {
    case 'diverges':
      return 'the machines diverge from the recording';
    case 'rule':
      return `rule ${failure.rule.id} is broken`;
    case 'state':
      return `${failure.machine} is in ${failure.values.join(', then in ')}`;
    case 'screen':
      return `${failure.machine} shows "${failure.names.join('", then "')}"`;
  }
};
