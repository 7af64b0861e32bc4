import type { WrongData } from '../../../../machines/kernel/rule.ts';
import type { Flow, HttpCall } from '../../core/record/flow.file.ts';
import { brokenFinding, divergenceFinding, type Finding, timerFinding } from '../../core/replay/finding.ts';
import { stepCountUntil } from '../../core/replay/replay.ts';
import { logRun } from '../../core/replay/run-log.ts';
import { portalSystem } from '../portal-system.ts';
import { type AnsweredCall, answeredCalls, httpText } from './answered-calls.ts';

type Value = string | number;

/** The texts and numbers in a body, in the forms in which the machines have them: a price in cents too. */
const valuesIn = (body: unknown): ReadonlySet<Value> => {
  const found = new Set<Value>();
  const add = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) add(member);
    if (typeof value !== 'string' && typeof value !== 'number') return;
    found.add(value);
    const number = value === '' ? Number.NaN : Number(value);
    if (!Number.isNaN(number)) found.add(number).add(Math.round(number * 100));
  };
  add(body);
  return found;
};

const has = (body: unknown, values: readonly (Value | null)[]): boolean => {
  const known = valuesIn(body);
  return values.every((value) => value !== null && known.has(value));
};

/** The last request that names the wrong or the right value: numbers are too common to name anything. */
const requestOf = (calls: readonly HttpCall[], { wrong, right }: WrongData): HttpCall | undefined =>
  wrong.every((value) => typeof value === 'string')
    ? calls.findLast(({ sent }) => has(sent, wrong) || has(sent, [right]))
    : undefined;

/**
 * The layers that may have made wrong data, and what shows it. Data that the request already names, or that is not in the response, is
 * made by the adapter; data that is in the response, by the server, unless the right data is in it too. `row`: of the result with it.
 */
const dataSource = (
  { runs }: Flow,
  answered: readonly AnsweredCall[],
  { load, row }: Pick<AnsweredCall, 'load' | 'row'>,
  data: WrongData,
): Pick<Finding, 'layers' | 'evidence'> => {
  const run = runs[load];
  const until = run?.rows[row]?.at ?? 0;
  const request = requestOf(run?.calls?.filter(({ at }) => at <= until) ?? [], data);
  if (request && has(request.sent, data.wrong) && !has(request.sent, [data.right]))
    return { layers: ['adapter'], evidence: [httpText(request)] };
  const http = answered.find((one) => one.load === load && one.row === row)?.http;
  if (http?.body === undefined) return { layers: ['server', 'adapter'], evidence: [] };
  if (!has(http.body, data.wrong)) return { layers: ['adapter'], evidence: [httpText(http)] };
  return { layers: has(http.body, [data.right]) ? ['server', 'adapter'] : ['server'], evidence: [httpText(http)] };
};

/** What a replay on the machines of this build finds: broken rules, a timer that was shorter, and the first divergence. */
export const replayFindings = (
  flow: Flow,
  answered: readonly AnsweredCall[] = answeredCalls(flow),
): readonly Finding[] =>
  flow.runs.flatMap((run, load) => {
    const { divergence, broken, timers } = logRun(run);
    const placeOf = (row: number) => ({ load, count: stepCountUntil(portalSystem, run, row) });
    const rules = broken.map((rule) => {
      const found = { ...brokenFinding(rule), ...placeOf(rule.row - 1) };
      if (!rule.data) return found;
      const result = run.rows.findLastIndex((one, at) => at < rule.row && one.kind === 'event' && one.to === rule.path);
      const { layers, evidence } = dataSource(flow, answered, { load, row: result }, rule.data);
      const port = answered.find((one) => one.load === load && one.row === result)?.port;
      return { ...found, layers, port, evidence: [...found.evidence, ...evidence] };
    });
    const timer = timerFinding(timers, false);
    return [
      ...rules,
      ...(timer ? [{ ...timer.facts, ...placeOf(run.rows.indexOf(timer.row)) }] : []),
      ...(divergence ? [{ ...divergenceFinding(divergence), ...placeOf(divergence.row) }] : []),
    ];
  });
