import type { BrokenRule } from '../rules/rule-watch.ts';
import { type Divergence, describeDivergence, firstDifference, rowText } from './divergence.ts';
import { shortPath, stateText } from './run-log.lines.ts';

/** Where the cause of a finding is. */
export type Layer = 'server' | 'adapter' | 'chart' | 'view';

/**
 * What is wrong in a recording. `layers`: where its cause is; several if the recording does not tell them apart. `evidence`: one fact per line.
 * `load`: index of the page load. `count`: how many external events had been sent. `port`: whose result is wrong. `rule`: the broken
 * one.
 */
export type Finding = {
  readonly layers: readonly Layer[];
  readonly sentence: string;
  readonly evidence: readonly string[];
  readonly load: number;
  readonly count: number;
  readonly port?: string | undefined;
  readonly rule?: string;
  /** The machines of this build do not repeat the recording. */
  readonly isDivergence?: true;
};

export type Place = Pick<Finding, 'load' | 'count'>;

/** `chart`, `server or adapter`. */
export const layerText = ({ layers }: Pick<Finding, 'layers'>): string => layers.join(' or ');

const secondsOf = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;

/** The states of the first that the second does not have. */
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
export const divergenceFinding = (divergence: Divergence, place: Place): Finding => {
  const { during, at } = divergence;
  const subject = during ? `${shortPath(during.to)} handles "${during.event.type}"` : 'The portal starts';
  return {
    layers: ['chart'],
    sentence: `${subject} in another way than recorded, at ${secondsOf(at)}: ${recordedAndNow(divergence)}.`,
    evidence: describeDivergence(divergence).split('\n'),
    isDivergence: true,
    ...place,
  };
};

export const brokenFinding = ({ id, sentence, problem, path, event }: BrokenRule, place: Place): Finding => ({
  layers: ['chart'],
  sentence: `A rule is broken after "${event}": ${sentence}`,
  evidence: [`rule ${id}: ${problem}`, `${shortPath(path)} after "${event}"`],
  rule: id,
  ...place,
});

export const timerFinding = (text: string, place: Place): Finding => ({
  layers: ['chart'],
  sentence: `The delay of a timer is another one: ${text}.`,
  evidence: [text],
  ...place,
});
