import { otherTimer } from '../../core/compare/timer-finding.ts';
import type { Flow } from '../../core/record/flow.file.ts';
import { brokenFinding, divergenceFinding, type Finding, timerFinding } from '../../core/replay/finding.ts';
import { stepCountUntil } from '../../core/replay/replay.ts';
import { logRun } from '../../core/replay/run-log.ts';
import { portalSystem } from '../portal-system.ts';
import { type AnsweredCall, answeredCalls } from './answered-calls.ts';
import { dataSource } from './data-source.ts';

/** What a replay on the machines of this build finds: broken rules, a timer that was shorter, and the first divergence. */
export const replayFindings = (
  flow: Flow,
  answered: readonly AnsweredCall[] = answeredCalls(flow),
): readonly Finding[] =>
  flow.runs.flatMap((run, load) => {
    const { divergence, broken, timers } = logRun(run);
    const placeOf = (row: number) => ({ load, count: stepCountUntil(portalSystem, run, row) });
    const rules = broken.map((rule) => {
      const found = brokenFinding(rule, placeOf(rule.row - 1));
      if (!rule.data) return found;
      const result = run.rows.findLastIndex((one, at) => at < rule.row && one.kind === 'event' && one.to === rule.path);
      const { layers, evidence } = dataSource(flow, answered, { load, row: result }, rule.data);
      const port = answered.find((one) => one.load === load && one.row === result)?.port;
      return { ...found, layers, port, evidence: [...found.evidence, ...evidence] };
    });
    const other = otherTimer(timers, false);
    return [
      ...rules,
      ...(other ? [timerFinding(other.text, placeOf(run.rows.indexOf(other.timer.row)))] : []),
      ...(divergence ? [divergenceFinding(divergence, placeOf(divergence.row))] : []),
    ];
  });
