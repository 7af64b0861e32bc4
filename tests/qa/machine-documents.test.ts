import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createMachine, type StateNode } from 'xstate';
import { chartOf, statesOf } from '../../src/qa/chart/definition.chart.ts';
import { definitionOf, isCoverage, MACHINES, machineDocuments } from '../support/machine-documents.ts';

const FOLDER = new URL('../../docs/machines/', import.meta.url);

const idsOf = (node: StateNode): string[] => [
  [node.machine.id, ...node.path].join('.'),
  ...Object.values(node.states).flatMap(idsOf),
];

describe('the drawings of the machines', () => {
  test('show the current charts: `npm run charts` draws them', async () => {
    const files = await machineDocuments();
    const names = readdirSync(FOLDER).filter((name) => !isCoverage(name));
    expect(names.sort()).toEqual([...files.keys()].sort());
    const stale = [...files].filter(([name, text]) => readFileSync(new URL(name, FOLDER), 'utf8') !== text);
    expect(stale.map(([name]) => name)).toEqual([]);
  });

  test.each([...MACHINES])(
    '%s: every state and transition is drawn, and comes back when the definition is imported',
    (_, machine) => {
      const drawn = chartOf(machine.config);
      const states = statesOf(drawn).map(({ id }) => id);
      expect(states.sort()).toEqual(idsOf(machine.root as unknown as StateNode).sort());
      const imported = createMachine(JSON.parse(definitionOf(machine)));
      expect(idsOf(imported.root as unknown as StateNode).sort()).toEqual(states);
      expect(chartOf(imported.config)).toEqual(drawn);
    },
  );
});
