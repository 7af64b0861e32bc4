import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { alignedSteps } from '../../src/qa/core/compare/aligned-steps.ts';
import { flowDiff } from '../../src/qa/core/compare/flow-diff.ts';
import { machineSteps } from '../../src/qa/core/compare/machine-steps.ts';
import { type Flow, readFlow } from '../../src/qa/core/record/flow.file.ts';

const textOf = (name: string): string => readFileSync(new URL(`../flows/${name}.flow.json`, import.meta.url), 'utf8');

const flowOf = (name: string): Flow => {
  const read = readFlow(textOf(name));
  if (!read.ok) throw new Error(read.line);
  return read.flow;
};

const rowsOf = ({ runs }: Flow, run: number): readonly number[] => {
  const found = runs[run];
  return found ? machineSteps(found, (path) => path).flatMap(({ steps }) => steps.map(({ row }) => row)) : [];
};

const sorted = (rows: readonly number[]): readonly number[] => rows.toSorted((one, other) => one - other);

describe('two recordings side by side', () => {
  test.each([
    ['happy-path', 'late-payment'],
    ['declined', 'expiry-and-resubmit'],
    ['reload', 'two-tabs'],
  ])('%s and %s: each message of both is in one line, those of A in their order', (nameA, nameB) => {
    const [a, b] = [flowOf(nameA), flowOf(nameB)];
    const steps = alignedSteps(flowDiff(a, b), a, b);
    for (const run of [0, 1]) {
      const lines = steps.filter((step) => step.run === run);
      const rowsA = lines.flatMap((step) => (step.a ? [step.a.row] : []));
      expect(rowsA).toEqual(sorted(rowsOf(a, run)));
      expect(sorted(lines.flatMap((step) => (step.b ? [step.b.row] : [])))).toEqual(sorted(rowsOf(b, run)));
    }
    for (const { a: stepA, b: stepB, difference } of steps) {
      if (difference) continue;
      expect(stepA?.event.type).toBe(stepB?.event.type);
    }
  });

  test('the first divergence is on its line, and equal messages come before it', () => {
    const [a, b] = [flowOf('happy-path'), flowOf('late-payment')];
    const diff = flowDiff(a, b);
    const steps = alignedSteps(diff, a, b);
    const first = steps.findIndex(({ difference }) => difference !== null);
    expect(steps[first]?.difference).toBe(diff.first?.difference);
    expect(steps[first]?.a?.row).toBe(steps[first]?.b?.row);
    const same = flowOf('reload');
    expect(alignedSteps(flowDiff(same, same), same, same).filter(({ difference }) => difference)).toEqual([]);
  });
});
