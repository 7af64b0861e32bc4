import { type Flow, readFlow, writeFlow } from '../record/flow.file.ts';
import { mergedFlow } from '../record/merged-flow.ts';
import type { Divergence } from '../replay/divergence.ts';
import { brokenFinding, divergenceFinding, type Finding, layerText } from '../replay/finding.ts';
import { flowWarnings } from '../replay/flow-warnings.ts';
import { portalSystem } from '../replay/portal-system.ts';
import { stepCount, stepCountUntil } from '../replay/replay.ts';
import { logRun } from '../replay/run-log.ts';
import { otherResult } from './compared-finding.ts';
import { nearestFlow } from './nearest-flow.ts';
import { brokenRelations, commonRelations } from './result-relations.ts';

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
      readonly lines: readonly string[];
    };

/** Characters of a line of evidence. */
const LONGEST = 400;

/** A kept recording that has less in common says nothing about this one. */
const LEAST_LIKENESS = 0.5;

/** What the replay finds, in order. */
const replayFindings = ({ runs }: Flow): readonly Finding[] =>
  runs.flatMap((run, load) => {
    const { divergence, broken } = logRun(run);
    const countAt = (row: number): number => stepCountUntil(portalSystem, run, row);
    return [
      ...broken.map((rule) => brokenFinding(rule, { load, count: countAt(rule.row - 1) })),
      ...(divergence ? [divergenceFinding(divergence, { load, count: countAt(divergence.row) })] : []),
    ];
  });

/** The last message of a type that a machine of this recording received, as a place. */
const lastPlaceOf = ({ runs }: Flow, { during }: Divergence): Pick<Finding, 'load' | 'count'> => {
  const places = runs.map(({ rows }) =>
    rows.findLastIndex((row) => row.kind === 'event' && row.event.type === during?.event.type),
  );
  const load = Math.max(
    0,
    places.findLastIndex((row) => row >= 0),
  );
  const run = runs[load];
  return { load, count: run ? stepCountUntil(portalSystem, run, places[load] ?? 0) : 0 };
};

/** A kept recording that the machines of this build do not repeat: they had worked. */
const referenceFinding = (reference: Flow, flow: Flow): readonly Finding[] => {
  for (const run of reference.runs) {
    const { divergence } = logRun(run);
    if (!divergence) continue;
    const { isDivergence: _, ...finding } = divergenceFinding(divergence, lastPlaceOf(flow, divergence));
    return [{ ...finding, sentence: `In the kept recording "${reference.name}", ${finding.sentence}` }];
  }
  return [];
};

const relationFindings = ({ runs }: Flow, references: readonly Flow[]): readonly Finding[] => {
  const common = commonRelations(references);
  const seen = new Set<string>();
  return runs.flatMap((run, load) =>
    brokenRelations(run, common)
      .filter(({ sentence }) => !seen.has(sentence) && seen.add(sentence))
      .map(({ row, layers, sentence }) => ({
        layers,
        sentence: `${sentence}.`,
        evidence: [`row ${row} of page load ${load + 1}: ${JSON.stringify(run.rows[row])}`],
        load,
        count: stepCountUntil(portalSystem, run, row),
      })),
  );
};

const leadOf = (reference: Flow, flow: Flow): Finding | null => {
  const other = otherResult(reference, flow);
  const run = flow.runs[other?.run ?? 0];
  if (!other || !run) return null;
  return {
    layers: other.layers,
    sentence: `Compared with the kept recording "${reference.name}", ${other.sentence}.`,
    evidence: [`row ${other.row} of page load ${other.run + 1}: ${JSON.stringify(run.rows[other.row])}`],
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
  const ofRecording = [...relationFindings(flow, others), ...replayFindings(flow)].toSorted(
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
    lead: isLike ? leadOf(nearest.flow, flow) : null,
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
