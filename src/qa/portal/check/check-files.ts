import { type OtherResult, otherResult } from '../../core/compare/compared-finding.ts';
import { nearestFlow } from '../../core/compare/nearest-flow.ts';
import { otherTimer } from '../../core/compare/timer-finding.ts';
import { type Flow, type HttpCall, readFlow, writeFlow } from '../../core/record/flow.file.ts';
import { mergedFlow } from '../../core/record/merged-flow.ts';
import { brokenFinding, divergenceFinding, type Finding, type Layer, layerText } from '../../core/replay/finding.ts';
import { flowWarnings } from '../../core/replay/flow-warnings.ts';
import { stepCount, stepCountUntil } from '../../core/replay/replay.ts';
import { logRun } from '../../core/replay/run-log.ts';
import { portalSystem } from '../portal-system.ts';
import { type AnsweredCall, answeredCalls, httpText } from './answered-calls.ts';
import { dataSource } from './data-source.ts';
import { otherReading, referenceOf } from './same-response.ts';

export type FileCheck =
  | { readonly ok: false; readonly line: string }
  /** `text`: of one recording with all page loads. `lines`: about the recording, for a terminal. */
  | {
      readonly ok: true;
      readonly flow: Flow;
      readonly text: string;
      readonly findings: readonly Finding[];
      /** The first result that is not the one of the nearest kept recording: a finding only if the page is wrong. */
      readonly lead: Finding | null;
      /** The kept recording that is like this one. */
      readonly nearest: Flow | null;
      readonly lines: readonly string[];
    };

/** Characters of a line of evidence. */
const LONGEST = 400;

/** A kept recording that has less in common says nothing about this one. */
const LEAST_LIKENESS = 0.5;

/** What the replay finds, in order. */
const replayFindings = (flow: Flow, answered: readonly AnsweredCall[]): readonly Finding[] =>
  flow.runs.flatMap((run, load) => {
    const { divergence, broken, timers } = logRun(run);
    const placeOf = (row: number) => ({ load, count: stepCountUntil(portalSystem, run, row) });
    const rules = broken.map((rule) => {
      const found = brokenFinding(rule, placeOf(rule.row - 1));
      if (!rule.data) return found;
      const result = run.rows.findLastIndex((one, at) => at < rule.row && one.kind === 'event' && one.to === rule.path);
      const { layers, evidence } = dataSource(flow, answered, { load, row: result }, rule.data);
      return { ...found, layers, evidence: [...found.evidence, ...evidence] };
    });
    const other = otherTimer(timers, false);
    return [
      ...rules,
      ...(other ? [timerFinding(other.text, placeOf(run.rows.indexOf(other.timer.row)))] : []),
      ...(divergence ? [divergenceFinding(divergence, placeOf(divergence.row))] : []),
    ];
  });

const timerFinding = (text: string, place: Pick<Finding, 'load' | 'count'>): Finding => ({
  layers: ['chart'],
  sentence: `The delay of a timer is another one: ${text}.`,
  evidence: [text],
  ...place,
});

/** The last message of a type that a machine of this recording received, as a place. */
const lastPlaceOf = ({ runs }: Flow, type: string | undefined): Pick<Finding, 'load' | 'count'> => {
  const places = runs.map(({ rows }) => rows.findLastIndex((row) => row.kind === 'event' && row.event.type === type));
  const load = Math.max(
    0,
    places.findLastIndex((row) => row >= 0),
  );
  const run = runs[load];
  return { load, count: run ? stepCountUntil(portalSystem, run, places[load] ?? 0) : 0 };
};

/** A kept recording that the machines of this build do not repeat: they had worked. */
const referenceFinding = (reference: Flow, flow: Flow): readonly Finding[] => {
  const logs = reference.runs.map((run) => logRun(run));
  const diverged = logs.find(({ divergence }) => divergence !== null)?.divergence;
  const other = otherTimer(
    logs.flatMap(({ timers }) => timers),
    true,
  );
  const found: readonly Finding[] = [
    ...(diverged ? [divergenceFinding(diverged, lastPlaceOf(flow, diverged.during?.event.type))] : []),
    ...(other ? [timerFinding(other.text, lastPlaceOf(flow, other.timer.row.event.type))] : []),
  ];
  return found.map(({ isDivergence: _, ...finding }) => ({
    ...finding,
    sentence: `In the kept recording "${reference.name}": ${finding.sentence}`,
  }));
};

/** A response that gives another result than in the kept recordings. */
const readingFinding = (flow: Flow, answered: readonly AnsweredCall[], references: readonly Flow[]) => {
  const other = otherReading(flow, answered, references.map(referenceOf));
  const run = flow.runs[other?.load ?? 0];
  if (!other || !run) return [];
  const { layers, sentence, evidence, load, row } = other;
  return [{ layers, sentence, evidence, load, count: stepCountUntil(portalSystem, run, row) }];
};

/** An adapter may fail to read a response that is no failure; another result comes from another response, or it would be a finding. */
const layersOfOther = ({ isFailure }: OtherResult, http: HttpCall | null | undefined): readonly Layer[] => {
  if (!http) return isFailure ? ['server'] : ['server', 'adapter'];
  const isFine = http.status === 200 && (http.code === null || http.code === 0);
  return isFailure && isFine ? ['adapter'] : ['server'];
};

const leadOf = (reference: Flow, flow: Flow, answered: readonly AnsweredCall[]): Finding | null => {
  const other = otherResult(reference, flow);
  const run = flow.runs[other?.run ?? 0];
  if (!other || !run) return null;
  const http = answered.find(({ load, row }) => load === other.run && row === other.row)?.http;
  return {
    layers: layersOfOther(other, http),
    sentence: `Compared with the kept recording "${reference.name}", ${other.sentence}.`,
    evidence: [
      `row ${other.row} of page load ${other.run + 1}: ${JSON.stringify(run.rows[other.row])}`,
      ...(http ? [httpText(http)] : []),
    ],
    load: other.run,
    count: stepCountUntil(portalSystem, run, other.row),
  };
};

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;

/**
 * Replays a recording, or those of the tabs of one browser, checks the rules and compares with the kept recordings. `texts` and `references`: texts of
 * `.flow.json` files.
 */
export const checkFiles = (texts: readonly string[], references: readonly string[]): FileCheck => {
  const merged = mergedFlow(texts);
  if (!merged.ok) return merged;
  const { flow } = merged;
  const others = references.flatMap((text) => {
    const read = readFlow(text);
    return read.ok ? [read.flow] : [];
  });
  const nearest = nearestFlow(flow, others);
  const isLike = nearest !== null && nearest.likeness >= LEAST_LIKENESS;
  const answered = answeredCalls(flow);
  const ofRecording = [...readingFinding(flow, answered, others), ...replayFindings(flow, answered)].toSorted(
    (one, other) => one.load - other.load || one.count - other.count,
  );
  const findings = [...ofRecording, ...(isLike ? referenceFinding(nearest.flow, flow) : [])];
  const steps = flow.runs.reduce((sum, { rows }) => sum + stepCount(rows), 0);
  const tabs = new Set(flow.runs.map(({ tab }) => tab)).size;
  const likeness = nearest && `"${nearest.flow.name}" (${Math.round(nearest.likeness * 100)} % alike)`;
  return {
    ok: true,
    flow,
    text: writeFlow(flow),
    findings,
    nearest: isLike ? nearest.flow : null,
    lead: isLike ? leadOf(nearest.flow, flow, answered) : null,
    lines: [
      `"${flow.name}", recorded by build ${flow.build} in ${flow.locale}: ${count(tabs, 'tab')}, ${count(flow.runs.length, 'page load')}, ${count(steps, 'step')}`,
      ...flowWarnings(flow).map((warning) => `! ${warning}`),
      isLike
        ? `Compared with ${likeness}`
        : `! No kept recording is like this one${likeness ? `; the nearest is ${likeness}` : ''}`,
    ],
  };
};

/** The expected words are missing, and everything before the views is right. */
export const viewFinding = ({ runs }: Flow, words: string): Finding => ({
  layers: ['view'],
  sentence: `The machines and their data are right, and the last page does not show "${words}".`,
  evidence: ['The replay matches, no rule is broken, and the results are as in the kept recordings.'],
  load: runs.length - 1,
  count: stepCount(runs.at(-1)?.rows ?? []),
});

/** The first finding with its evidence, for a terminal. */
export const findingLines = ([first, ...others]: readonly Finding[]): readonly string[] =>
  first
    ? [
        `✗ ${layerText(first)}: ${first.sentence}`,
        ...first.evidence.map((line) => `    ${line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line}`),
        ...(others.length > 0 ? [`  ${count(others.length, 'more finding')} in the report`] : []),
      ]
    : ['✓ Nothing found: the machines repeat the recording, and their data fits.'];

/** What to do if the page is wrong although nothing was found. */
export const leadLines = (lead: Finding | null): readonly string[] => [
  ...(lead ? [`? ${layerText(lead)}, if it was not meant: ${lead.sentence}`] : []),
  'If the page is still wrong, name what it should show: -- --expects "WORDS"',
];
