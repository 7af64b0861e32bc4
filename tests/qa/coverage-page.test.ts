import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { orderMachine } from '../../machines/order/order.machine.ts';
import { toastsMachine } from '../../machines/toasts/toasts.machine.ts';
import { type ChartCoverage, figuresOf, missingOf } from '../../src/qa/coverage/chart-coverage.ts';
import { chartTransitionsOf } from '../../src/qa/coverage/chart-transitions.ts';
import { coverageRemarks } from '../../src/qa/coverage/coverage-drawing.ts';
import { coveragePage } from '../../src/qa/coverage/coverage-page.ts';
import { coverageOf, drawingSource } from '../support/coverage-documents.ts';
import { COVERAGE_REASONS, reasonOf } from '../support/coverage-reasons.ts';
import { MACHINES } from '../support/machine-documents.ts';

const DOCS = new URL('../../docs/machines/', import.meta.url);
const FLOWS = new URL('../flows/', import.meta.url);

const flows = readdirSync(FLOWS)
  .filter((name) => name.endsWith('.flow.json'))
  .sort()
  .map((name) => ({ name, text: readFileSync(new URL(name, FLOWS), 'utf8') }));
const kept = coverageOf(flows, 'kept');
const coverages = kept.machines.map(({ coverage }) => coverage);
const sourcesOf = ({ recorded, generated }: ChartCoverage) => (generated ? [recorded, generated] : [recorded]);

describe('INSP-05 · docs/machines/coverage.md', () => {
  test('shows the kept flows and the generated paths: `npm run charts -- --coverage` writes it', () => {
    expect(readFileSync(new URL('coverage.md', DOCS), 'utf8')).toBe(kept.page);
    expect(kept.divergences).toEqual([]);
  });

  test('each drawing is made from these counts, and there is no other', () => {
    const drawn = kept.machines.map((machine) => [`${machine.coverage.name}.svg`, drawingSource(machine)] as const);
    expect(readdirSync(new URL('coverage/', DOCS)).sort()).toEqual(drawn.map(([name]) => name).sort());
    const stale = drawn.filter(
      ([name, source]) => !readFileSync(new URL(`coverage/${name}`, DOCS), 'utf8').includes(` data-source="${source}"`),
    );
    expect(stale.map(([name]) => name)).toEqual([]);
  });

  test('the generated paths of each machine are kept, and no others', () => {
    const ids = [...MACHINES.values()].map(({ id }) => `${id}.json`);
    expect(readdirSync(new URL('../machines/coverage/', import.meta.url)).sort()).toEqual(ids.sort());
  });

  test.each(coverages)(
    '$name: every transition is taken; a guard, or pairs below 90 %, are missing with a reason',
    (one) => {
      const { pairs } = figuresOf(one, sourcesOf(one));
      const missing = missingOf(one, sourcesOf(one));
      const unexplained = (lines: readonly string[]) => lines.filter((line) => reasonOf(one.name, line) === null);
      expect(missing.transitions).toEqual([]);
      expect(unexplained(missing.neverFalse)).toEqual([]);
      if (pairs.covered < pairs.all * 0.9) expect(unexplained(missing.pairs)).toEqual([]);
    },
  );

  test.each(COVERAGE_REASONS)('$machine: something is missing for the reason "$reason"', ({ machine, missing }) => {
    const one = coverages.find(({ name }) => name === machine);
    if (!one) throw new Error(`no machine ${machine}`);
    const { neverFalse, pairs } = missingOf(one, sourcesOf(one));
    expect([...neverFalse, ...pairs].filter((line) => missing.test(line))).not.toEqual([]);
  });
});

const moveId = (machine: typeof orderMachine | typeof toastsMachine, trigger: string, guard: string | null): string => {
  const { chart } = chartTransitionsOf(machine);
  const move = chart.moves.find(
    (one) => one.guard === guard && 'descriptor' in one.trigger && one.trigger.descriptor === trigger,
  );
  if (!move) throw new Error(`no transition ${trigger}`);
  return move.id;
};

const source = (taken: readonly [string, number][], refused: readonly [string, number][] = []) => ({
  taken: new Map(taken),
  refused: new Map(refused),
  pairs: new Map<string, number>(),
});

describe('INSP-05 · the page and the drawings', () => {
  const captured = moveId(orderMachine, 'payment.captured', null);
  const order = { name: 'order', ...chartTransitionsOf(orderMachine) };
  const page = (machines: readonly ChartCoverage[], divergences: readonly string[] = []) =>
    coveragePage({ recordings: 'one recording', machines, divergences, drawings: 'coverage', reasonOf: () => null });

  test('without generated paths there is one column, and what is missing is listed', () => {
    const toasts = { name: 'toasts', ...chartTransitionsOf(toastsMachine), recorded: source([]), generated: null };
    const text = page(
      [{ ...order, recorded: source([[captured, 2]]), generated: null }, toasts],
      ['a.flow.json: row 3, …'],
    );
    expect(text).toContain('| transitions | 1 of 20 (5 %) | 100 % |\n');
    expect(text).toContain('| pairs | 0 of 62 (0 %) | 90 % |\n');
    expect(text).toContain('| [order](coverage/order.svg) | 1 of 8 | – | 0 of 9 |\n');
    expect(text).toContain('**Never taken (7)**\n\n- `pending · payment.closed → failed`\n');
    expect(text).toContain('\n\nNothing was recorded of toasts.\n\n### order\n');
    expect(text).toContain('These recordings diverge, and count up to there:\n\n- `a.flow.json: row 3, …`\n');
    expect(text).not.toMatch(/paths|reason|Pair never/);
  });

  test('with generated paths, what only those paths take is listed separately', () => {
    const all = source(order.moves.map(({ id }) => [id, 1]));
    const text = page([{ ...order, recorded: source([[captured, 2]]), generated: all }]);
    expect(text).toContain('| transitions | 1 of 8 (12 %) | 8 of 8 (100 %) | 8 of 8 (100 %) | 100 % |\n');
    expect(text).toContain('<summary>order: 7 of 8</summary>');
    expect(text).not.toContain('**Never taken');
    expect(text).toContain('**Pair never taken (9)**\n\nNo reason is known:\n\n- `pending');
  });

  test('a drawing names how often a transition was taken and its guard was false, by whom, and what never happened', () => {
    const { moves, chart } = chartTransitionsOf(toastsMachine);
    const pause = moveId(toastsMachine, 'toast.pause', null);
    const add = moveId(toastsMachine, 'toast.add', 'isNew');
    const close = moveId(toastsMachine, 'toast.close', 'closesAll');
    const remarks = coverageRemarks({
      name: 'toasts',
      chart,
      moves,
      recorded: source([[pause, 12]], [[add, 3]]),
      generated: source([[add, 4]], [[close, 5]]),
    });
    expect([pause, add, close].map((id) => remarks.get(id))).toEqual([
      '● 12 ×',
      '○ paths 4 × · false 3 ×',
      '✕ never · false on paths 5 ×',
    ]);
    expect(remarks.get(moveId(toastsMachine, 'toast.close', 'isOldest'))).toBe('✕ never · never false');
    expect(remarks.size).toBe(moves.length);
  });
});

describe('INSP-05 · npm run charts -- --coverage', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'coverage-'));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));
  const command = (...args: readonly string[]) => {
    const env = { ...process.env, INIT_CWD: scratch };
    const { status, stdout, stderr } = spawnSync(process.execPath, ['tests/draw-machines.mjs', ...args], {
      encoding: 'utf8',
      env,
    });
    return { status, stdout, stderr };
  };

  test('draws a folder of recordings in that folder, without the machines that took no part', () => {
    const folder = mkdtempSync(join(scratch, 'recordings-'));
    copyFileSync(new URL('new-password.flow.json', FLOWS), join(folder, 'mine.flow.json'));
    const { status, stdout, stderr } = command('--coverage', folder);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^recordings-\w+\/coverage\.md and \d+ drawings, from one recording\n$/);
    expect(status).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(['coverage', 'coverage.md', 'mine.flow.json']);
    const { machines } = coverageOf(
      flows.filter(({ name }) => name === 'new-password.flow.json'),
      'folder',
    );
    const took = machines.filter(({ counts }) => counts.taken.size > 0);
    expect(readdirSync(join(folder, 'coverage')).sort()).toEqual(
      expect.arrayContaining(took.map(({ coverage }) => `${coverage.name}.svg`)),
    );
    expect(took.map(({ coverage }) => coverage.name)).toContain('password-reset');
    const text = readFileSync(join(folder, 'coverage.md'), 'utf8');
    expect(text).toContain('*Recordings* are one recording of this folder, replayed by the current machines.\n');
    for (const { coverage, counts } of took)
      expect(text).toContain(
        `| [${coverage.name}](coverage/${coverage.name}.svg) | ${counts.taken.size} of ${coverage.moves.length} |`,
      );
    expect(text).toMatch(/\| payment \| 0 of 78 \|/);
    expect(existsSync(join(folder, 'coverage/payment.svg'))).toBe(false);
    expect(readFileSync(join(folder, 'coverage/password-reset.svg'), 'utf8')).toMatch(/● \d+ ×/);
  });

  test.each([
    { name: 'a folder that does not exist', args: ['nowhere'], line: /^Cannot read \S+nowhere \(ENOENT\)\.\n$/ },
    { name: 'a folder without recordings', args: ['.'], line: /^\. contains no recording \(\*\.flow\.json\)\.\n$/ },
    { name: 'two folders', args: ['a', 'b'], line: /^Name one folder only, without b\. Usage: npm run charts/ },
    { name: 'an unknown option', args: ['--cover'], line: /^Unknown option --cover\. Usage: npm run charts/ },
  ])('exits with 1 and one line for $name', ({ args, line }) => {
    const { status, stdout, stderr } = command('--coverage', ...args);
    expect([stdout, status]).toEqual(['', 1]);
    expect(stderr).toMatch(line);
    expect(stderr.split('\n')).toHaveLength(2);
  });

  test('exits with 1 and one line for a broken recording, and writes nothing', () => {
    const folder = mkdtempSync(join(scratch, 'broken-'));
    copyFileSync(new URL('happy-path.flow.json', FLOWS), join(folder, 'a.flow.json'));
    writeFileSync(join(folder, 'b.flow.json'), '{"format":');
    const { status, stdout, stderr } = command('--coverage', folder);
    expect([stdout, status]).toEqual(['', 1]);
    expect(stderr).toBe('b.flow.json: This is not JSON: the file is broken or was cut.\n');
    expect(existsSync(join(folder, 'coverage.md'))).toBe(false);
    expect(readdirSync(folder)).toEqual(['a.flow.json', 'b.flow.json']);
  });

  test.each([
    { name: 'coverage.md', line: /coverage\.md is another file\. Nothing was drawn\.\n$/ },
    {
      name: 'coverage/report.html',
      line: /coverage contains report\.html, which is not a drawing\. Nothing was drawn\.\n$/,
    },
  ])('does not replace $name if another program wrote it', ({ name, line }) => {
    const folder = mkdtempSync(join(scratch, 'other-'));
    copyFileSync(new URL('new-password.flow.json', FLOWS), join(folder, 'a.flow.json'));
    mkdirSync(join(folder, 'coverage'));
    writeFileSync(join(folder, name), 'mine');
    const { status, stdout, stderr } = command('--coverage', folder);
    expect([stdout, status]).toEqual(['', 1]);
    expect(stderr).toMatch(line);
    expect(readFileSync(join(folder, name), 'utf8')).toBe('mine');
  });

  test('a folder without --coverage is an error', () => {
    const { status, stderr } = command('tests/flows');
    expect(stderr).toMatch(
      /^tests\/flows needs --coverage\. Usage: npm run charts, or npm run charts -- --coverage \[FOLDER\]\n$/,
    );
    expect(status).toBe(1);
  });
});
