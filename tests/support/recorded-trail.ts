import type { AnyStateMachine, StateValue } from 'xstate';
import type { FlowRow } from '../../src/qa/record/flow.file.ts';
import { machineTree } from '../../src/qa/replay/changed-charts.ts';
import { portalSystem } from '../../src/qa/replay/portal-system.ts';
import type { TrailEntry } from '../../src/views/app/portal.context.tsx';

const charts = new Map<string, AnyStateMachine>(machineTree(portalSystem).map((machine) => [machine.id, machine]));

/** The state trail that a page keeps while it repeats a recording. */
export const entriesOf = (rows: readonly FlowRow[]): readonly TrailEntry[] => {
  const machines = new Map<string, AnyStateMachine>();
  const values = new Map<string, StateValue>();
  const first = (path: string): StateValue => {
    const row = rows.find((one) => one.kind === 'state' && one.path === path && one.value !== undefined);
    return (row?.kind === 'state' ? row.value : {}) as StateValue;
  };
  return rows.flatMap((row): readonly TrailEntry[] => {
    if (row.kind === 'actor') {
      const chart = charts.get(row.machine ?? '');
      if (chart) machines.set(row.path, chart);
      if (chart) values.set(row.path, first(row.path));
      return [];
    }
    const path = row.kind === 'event' ? row.to : row.path;
    const machine = machines.get(path);
    if (!machine) return [];
    if (row.kind === 'state' && row.value !== undefined) values.set(path, row.value as StateValue);
    const type = row.kind === 'event' ? row.event.type : null;
    const isFromPage = row.kind === 'event' && row.from === null && type !== 'xstate.init';
    return [[machine, path, values.get(path) ?? {}, type, isFromPage]];
  });
};
