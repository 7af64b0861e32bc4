import type { AnyStateMachine, AnyStateNode, StateValue } from 'xstate';
import { machineTree } from '../replay/changed-charts.ts';
import { portalSystem } from '../replay/portal-system.ts';
import { statesOf, stateValue, timerType } from './chart-states.ts';

/** A message to a machine. `actor`: its name in the trail, with a number if there are several. */
export type TrailStep = {
  readonly actor: string;
  readonly machine: string;
  /** Null: a message that the chart does not name. It changes nothing. */
  readonly type: string | null;
  readonly isFromPage: boolean;
  /** XState's state value before the message. */
  readonly before: StateValue;
  /** Null: the machine did not get to the message. */
  readonly after: StateValue | null;
};

/** `dropped`: how many messages preceded the first step. `build`, `copiedAt` (epoch ms): null if the text does not contain them. */
export type ParsedTrail = {
  readonly steps: readonly TrailStep[];
  readonly dropped: number;
  readonly build: string | null;
  readonly copiedAt: number | null;
};

export type TrailReading =
  | { readonly ok: true; readonly trail: ParsedTrail }
  | { readonly ok: false; readonly line: string };

const charts = new Map<string, AnyStateMachine>(machineTree(portalSystem).map((machine) => [machine.id, machine]));

/** Thrown inside of this file only. */
class Unreadable extends Error {}

const chartOf = (actor: string): AnyStateMachine => {
  const chart = charts.get(actor) ?? charts.get(actor.replace(/\.\d+$/, ''));
  if (!chart) throw new Unreadable(`this build has no machine "${actor}"`);
  return chart;
};

const namesIn = (text: string): readonly string[] => text.split(',').filter(Boolean);

const leavesFrom = (...given: Parameters<typeof statesOf>): readonly AnyStateNode[] => {
  const states = statesOf(...given);
  if (!states.ok) throw new Unreadable(states.line);
  return states.leaves;
};

const typeOf = (chart: AnyStateMachine, name: string, leaves: readonly AnyStateNode[]): string | null => {
  if (name === '?') return null;
  if (name === 'init:') return 'xstate.init';
  const [kind = '', rest] = name.split(':');
  const type =
    rest === undefined ? name : kind === 'after' ? timerType(chart, rest, leaves) : `xstate.${kind}.actor.${rest}`;
  const isNamed = [type, type?.replace('.done.', '.error.')].some((one) => chart.events.some((event) => event === one));
  if (type === null || !isNamed) throw new Unreadable(`"${chart.id}" has no message "${name}" in this state`);
  return type;
};

/** One step from the words at `at`; `actor`: of the step before, if this one is on its line. */
const readStep = (
  words: readonly string[],
  at: number,
  actor: string | null,
  known: Map<string, readonly AnyStateNode[]>,
) => {
  let next = at;
  const take = (): string => {
    const word = words[next];
    if (word === undefined) throw new Unreadable('the text ends');
    next += 1;
    return word;
  };
  const name = actor ?? take();
  const chart = chartOf(name);
  const states = /^\[(.*)\]$/.exec(actor === null ? (words[next] ?? '') : '');
  if (states) {
    take();
    known.set(name, leavesFrom(chart, namesIn(states[1] ?? '')));
  }
  const before = known.get(name);
  if (!before) throw new Unreadable(`"${name}" has no states in front of its first message`);
  let event = take();
  let changed = '';
  if (words[next] === '>') {
    take();
    changed = take();
  }
  const isLast = !(changed || event).endsWith(';');
  if (!isLast && changed) changed = changed.slice(0, -1);
  else if (!isLast) event = event.slice(0, -1);
  const type = typeOf(chart, event.replace(/^\*/, ''), before);
  const after = changed === '?' ? null : leavesFrom(chart, namesIn(changed), { before, type });
  if (after) known.set(name, after);
  const step: TrailStep = {
    actor: name,
    machine: chart.id,
    type,
    isFromPage: event.startsWith('*'),
    before: stateValue(chart.root, before),
    after: after && stateValue(chart.root, after),
  };
  return { step, next, actor: isLast ? null : name };
};

const readSteps = (text: string, count: number): readonly TrailStep[] => {
  const words = text.split(/\s+/).filter(Boolean);
  const known = new Map<string, readonly AnyStateNode[]>();
  const steps: TrailStep[] = [];
  let at = 0;
  let actor: string | null = null;
  while (steps.length < count) {
    if (at >= words.length)
      throw new Unreadable(`the trail should have ${count} steps but has ${steps.length}: the rest was not copied`);
    try {
      const read = readStep(words, at, actor, known);
      steps.push(read.step);
      at = read.next;
      actor = read.actor;
    } catch (error) {
      if (error instanceof Unreadable)
        throw new Unreadable(`step ${steps.length + 1}, near "${words.slice(at, at + 3).join(' ')}": ${error.message}`);
      throw error;
    }
  }
  return steps;
};

/** Reads the state trail in the text of a support bundle. The text around it and the wrapping of its lines do not matter. */
export const readTrail = (given: string): TrailReading => {
  const text = given.replaceAll('&gt;', '>');
  const head = /Trail\s+(\d+)\s+\((\d+)\s+of\s+(\d+)\)/.exec(text);
  if (!head)
    return { ok: false, line: 'This text has no state trail: a support bundle has a line "Trail 1 (… of …)".' };
  const [, version, count, total] = head.map(Number);
  if (version !== 1) return { ok: false, line: `This state trail has version ${version}; this build reads version 1.` };
  const build = /App version:\s+(\S+)/.exec(text)?.[1] ?? null;
  const copied = Date.parse(/Copied \(UTC\):\s+(\S+)/.exec(text)?.[1] ?? '');
  try {
    const steps = readSteps(text.slice(head.index + head[0].length), count ?? 0);
    const dropped = (total ?? 0) - steps.length;
    return { ok: true, trail: { steps, dropped, build, copiedAt: Number.isNaN(copied) ? null : copied } };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const of = build === null ? '' : ` It is from build ${build}.`;
    return { ok: false, line: `This state trail is broken or belongs to different machines: ${error.message}.${of}` };
  }
};
