import type { EventRow } from '../record/flow.file.ts';
import type { BrokenRule } from '../rules/rule-watch.ts';
import { type Divergence, describeDivergence, firstDifference, rowText } from './divergence.ts';
import type { EndedTimer } from './replay.ts';
import { secondsText, shortPath, stateText } from './run-log.ts';

/** Where the cause of a finding is. */
export type Layer = 'server' | 'adapter' | 'chart' | 'view';

/**
 * What is wrong in a recording. `layers`: where its cause is; several if the recording does not tell them apart. `evidence`: one fact per line.
 * `load`: index of the page load. `count`: how many external events had been sent. `port`: whose result is wrong. `rule`: the broken
 * one. `isDivergence`: the machines of this build do not repeat the recording.
 */
export type Finding = {
  readonly layers: readonly Layer[];
  readonly sentence: string;
  readonly evidence: readonly string[];
  readonly load: number;
  readonly count: number;
  readonly port?: string | undefined;
  readonly rule?: string;
  readonly isDivergence?: true;
};

export type Place = Pick<Finding, 'load' | 'count'>;

export type FindingFacts = Omit<Finding, keyof Place>;

/** `chart`, `server or adapter`. */
export const layerText = ({ layers }: Pick<Finding, 'layers'>): string => layers.join(' or ');

const onlyIn = (one: unknown, other: unknown): string => {
  const states = new Set(stateText(other).split(' · '));
  const own = stateText(one)
    .split(' · ')
    .filter((state) => !states.has(state));
  return own.join(' · ') || 'nothing else';
};

const recordedAndNow = (divergence: Divergence): string => {
  const { state, expected, got } = divergence;
  if (state) return `recorded ${onlyIn(state.expected, state.got)}, now ${onlyIn(state.got, state.expected)}`;
  return firstDifference(expected, got) ?? `recorded: ${rowText(expected)}; now: ${rowText(got)}`;
};

/** The machines of this build do something else with the recorded input. */
export const divergenceFinding = (divergence: Divergence): FindingFacts => {
  const { during, at } = divergence;
  const subject = during ? `${shortPath(during.to)} handles "${during.event.type}"` : 'The portal starts';
  return {
    layers: ['chart'],
    sentence: `${subject} in another way than recorded, at ${secondsText(at, 2)}: ${recordedAndNow(divergence)}.`,
    evidence: describeDivergence(divergence).split('\n'),
    isDivergence: true,
  };
};

export const brokenFinding = ({ id, sentence, problem, path, event }: BrokenRule): FindingFacts => ({
  layers: ['chart'],
  sentence: `A rule is broken after "${event}": ${sentence}`,
  evidence: [`rule ${id}: ${problem}`, `${shortPath(path)} after "${event}"`],
  rule: id,
});

/** Timers are exact to a few milliseconds. */
const isEarly = ({ waited, delay }: EndedTimer): boolean => waited < delay - 100 - delay / 50;

/** The recordings of the tests jump over longer times. */
const LONGEST_MS = 60_000;

const isLate = ({ waited, delay }: EndedTimer): boolean => waited > delay * 1.5 + 1_000 && waited < LONGEST_MS;

/** `pollInterval` of `xstate.after.pollInterval.payment.following.polling`. */
const nameOf = ({ event }: EventRow): string => /^xstate\.after\.([^.]+)/.exec(event.type)?.[1] ?? event.type;

/** The first timer with which this build waits longer or, if `isExact`, shorter each time. A page in the background is not exact. */
export const timerFinding = (timers: readonly EndedTimer[], isExact: boolean) => {
  const other = timers.find(({ row }) => {
    const same = timers.filter((one) => one.row.event.type === row.event.type);
    return same.every(isEarly) || (isExact && same.every(isLate));
  });
  if (!other) return null;
  const { row, waited, delay } = other;
  const now = secondsText(delay, 1);
  const text = `${shortPath(row.to)} waited ${secondsText(waited, 1)} for its ${nameOf(row)}, and now ${now}`;
  const sentence = `The delay of a timer is another one: ${text}.`;
  const facts: FindingFacts = { layers: ['chart'], sentence, evidence: [text] };
  return { row, facts };
};
