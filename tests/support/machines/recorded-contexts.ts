import type { InspectionEvent } from 'xstate';
import { createContextChanges } from '../../../src/qa/core/record/context-changes.ts';
import type { FlowRun } from '../../../src/qa/core/record/flow.file.ts';
import { createTrace, type TraceRow } from '../../../src/qa/core/record/trace.ts';
import { createRedactor } from '../../../src/qa/core/redact/redactor.ts';
import { openReplay, playThrough } from '../../../src/qa/core/replay/replay.ts';
import { portalSystem } from '../../../src/qa/portal/portal-system.ts';

/** Adds the contexts of the current machines to a page load that was recorded without contexts. */
export const withContexts = (run: FlowRun): FlowRun => {
  const states = new Map<number, Extract<TraceRow, { readonly kind: 'state' }>>();
  let position = (): number => 0;
  let isOver = false;
  const trace = createTrace({
    eventOf: (event) => event as { readonly type: string },
    changesOf: createContextChanges(createRedactor().redact),
    onRow: (row) => {
      if (row.kind === 'state') states.set(position(), row);
    },
  });
  const replay = openReplay(portalSystem, run, { watch: (seen: InspectionEvent) => isOver || trace.inspect(seen) });
  position = replay.position;
  playThrough(replay);
  isOver = true;
  replay.stop();
  const rows = run.rows.map((row, index) => {
    const context = states.get(index)?.context;
    return row.kind === 'state' && context ? { ...row, context } : row;
  });
  return { ...run, contexts: true, rows };
};
