import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { alignedSteps } from '../../src/qa/diff/aligned-steps.ts';
import { flowDiff } from '../../src/qa/diff/flow-diff.ts';
import { machineSteps } from '../../src/qa/diff/machine-steps.ts';
import { type Flow, readFlow } from '../../src/qa/record/flow.file.ts';
import { readComparison } from '../../src/qa/viewer/comparison.ts';

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

  test('the first divergence is on its line and described in words, and so is every other difference', () => {
    const read = readComparison({ a: textOf('happy-path'), b: textOf('late-payment') });
    if (!read.ok) throw new Error(read.line);
    const { steps, first, linesOf, lines } = read.comparison;
    const shown = steps[first ?? -1];
    if (!shown) throw new Error('there is a first divergence');
    expect(shown.a?.row).toBeGreaterThan(0);
    expect(shown.a?.row).toBe(shown.b?.row);
    expect(linesOf(shown)).toContainEqual(
      expect.stringMatching(/^ {2}guard is(?:Paid|Delivered): true in A, false in B$/),
    );
    expect(linesOf(shown)[0]).toMatch(/^page load 1, payment\.<1>, message 7 /);
    expect(steps.findIndex(({ difference }) => difference !== null)).toBe(first);
    const same = steps.find(({ difference }) => difference === null);
    expect(same && linesOf(same)[0]).toMatch(/^Both: /);
    const [onlyB] = steps.filter(({ difference }) => difference?.kind === 'only-b').slice(-1);
    expect(onlyB?.a).toBeNull();
    expect(onlyB && linesOf(onlyB).join('\n')).toMatch(/^page load 1, .+\n {2}A .+\n {2}B .+/);
    const [counts = ''] = lines.filter((line) => line.startsWith('Messages: '));
    const sum = (words: RegExp): number =>
      [...counts.matchAll(words)].reduce((all, [, count]) => all + Number(count), 0);
    expect(sum(/(\d+) equal/g)).toBe(steps.filter(({ difference }) => difference === null).length);
    expect(sum(/(\d+) (?:different(?! order)|only in)/g)).toBe(steps.filter(({ difference }) => difference).length);
  });

  test('page loads of one recording only are named, and a broken file is refused', () => {
    const read = readComparison({ a: textOf('reload'), b: textOf('happy-path') });
    expect(read.ok && read.comparison.lines).toContain('✗ 1 page load only in A');
    const same = readComparison({ a: textOf('reload'), b: textOf('reload') });
    expect(same.ok && same.comparison.first).toBeNull();
    expect(readComparison({ a: textOf('reload'), b: '{' })).toEqual({
      ok: false,
      line: 'This is not JSON: the file is broken or was cut.',
    });
  });
});
