import { nearestFlow, otherResult } from '../../core/compare/nearest-flow.ts';
import { type Flow, type HttpCall, writeFlow } from '../../core/record/flow.file.ts';
import { mergedFlow } from '../../core/record/tabs.ts';
import { type Finding, type Layer, layerText } from '../../core/replay/finding.ts';
import { flowWarnings } from '../../core/replay/flow-warnings.ts';
import { stepCount, stepCountUntil } from '../../core/replay/replay.ts';
import { portalSystem } from '../portal-system.ts';
import { type AnsweredCall, answeredCalls, httpText } from './answered-calls.ts';
import { missingWords } from './missing-words.ts';
import { type Reference, referenceFindings, referencesOf } from './references.ts';
import { replayFindings } from './replay-findings.ts';
import { otherReading } from './same-response.ts';

const LONGEST = 400;

/** A kept recording that has less in common says nothing about this one. */
const LEAST_LIKENESS = 0.5;

/** An adapter may fail to read a response that is no failure; another result comes from another response, or it would be a finding. */
const layersOfOther = (isFailure: boolean, http: HttpCall | null | undefined): readonly Layer[] => {
  if (!http) return isFailure ? ['server'] : ['server', 'adapter'];
  const isFine = http.status === 200 && (http.code === null || http.code === 0);
  return isFailure && isFine ? ['adapter'] : ['server'];
};

const leadOf = (reference: Flow, flow: Flow, answered: readonly AnsweredCall[]): Finding | null => {
  const other = otherResult(reference, flow);
  const run = flow.runs[other?.load ?? 0];
  if (!other || !run) return null;
  const { load, row, port, isFailure, sentence } = other;
  const http = answered.find((one) => one.load === load && one.row === row)?.http;
  return {
    layers: layersOfOther(isFailure, http),
    sentence: `Compared with the kept recording "${reference.name}", ${sentence}.`,
    evidence: [
      `row ${row} of page load ${load + 1}: ${JSON.stringify(run.rows[row])}`,
      ...(http ? [httpText(http)] : []),
    ],
    port,
    load,
    count: stepCountUntil(portalSystem, run, row),
  };
};

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;

const checkFlow = (flow: Flow, references: readonly Reference[]) => {
  const most = nearestFlow(flow, references);
  const nearest = most && most.likeness >= LEAST_LIKENESS ? most.flow : null;
  const answered = answeredCalls(flow);
  const ofRecording = [...otherReading(flow, answered, references), ...replayFindings(flow, answered)].toSorted(
    (one, other) => one.load - other.load || one.count - other.count,
  );
  const steps = flow.runs.reduce((sum, { rows }) => sum + stepCount(rows), 0);
  const tabs = new Set(flow.runs.map(({ tab }) => tab)).size;
  const likeness = most && `"${most.flow.name}" (${Math.round(most.likeness * 100)} % alike)`;
  return {
    ok: true as const,
    flow,
    text: writeFlow(flow),
    findings: [...ofRecording, ...referenceFindings(flow, references, nearest)],
    /** The kept recording that is like this one. */
    nearest,
    /** What is wrong if the last page misses these words, and nothing else is found. */
    missing: (words: string, lead: Finding | null) => missingWords(flow, words, references, lead),
    /** The first result that is not the one of the nearest kept recording: a finding only if the page is wrong. */
    lead: nearest && leadOf(nearest, flow, answered),
    lines: [
      `"${flow.name}", recorded by build ${flow.build} in ${flow.locale}: ${count(tabs, 'tab')}, ${count(flow.runs.length, 'page load')}, ${count(steps, 'step')}`,
      ...flowWarnings(flow).map((warning) => `! ${warning}`),
      nearest
        ? `Compared with ${likeness}`
        : `! No kept recording is like this one${likeness ? `; the nearest is ${likeness}` : ''}`,
    ],
  };
};

/** Replays a recording, or those of the tabs of one browser, checks the rules and compares with the kept recordings. */
export const checkRecordings = (texts: readonly string[], references: () => readonly Reference[]) => {
  const merged = mergedFlow(texts);
  return merged.ok ? checkFlow(merged.flow, references()) : merged;
};

/** The same with the texts of the kept recordings: `others`. A broken recording is refused before they are replayed. */
export const checkFiles = (texts: readonly string[], others: readonly string[]) =>
  checkRecordings(texts, () => referencesOf(others));

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
