import { readFileSync } from 'node:fs';
import type { InspectionEvent } from 'xstate';
import type { RuleStep } from '../../../machines/kernel/rule.ts';
import { type FlowRun, readFlow } from '../../../src/qa/core/record/flow.file.ts';
import { openReplay, playThrough } from '../../../src/qa/core/replay/replay.ts';
import { createRuleSteps } from '../../../src/qa/core/rules/rule-watch.ts';
import { portalSystem } from '../../../src/qa/portal/portal-system.ts';

/** The steps of a recorded page load. */
export const stepsOfRun = (run: FlowRun): readonly RuleStep[] => {
  const steps: RuleStep[] = [];
  const inspect = createRuleSteps((step) => steps.push(step));
  let isOver = false;
  const replay = openReplay(portalSystem, run, { watch: (seen: InspectionEvent) => void (isOver || inspect(seen)) });
  playThrough(replay);
  isOver = true;
  replay.stop();
  return steps;
};

/** The page loads of a kept recording, by its name. */
export const keptRuns = (name: string): readonly FlowRun[] => {
  const read = readFlow(readFileSync(new URL(`../../flows/${name}.flow.json`, import.meta.url), 'utf8'));
  if (!read.ok) throw new Error(read.line);
  return read.flow.runs;
};
