import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { type FlowRun, readFlow } from '../../src/qa/record/flow.file.ts';
import { inertMachine } from '../../src/qa/replay/inert-machine.ts';
import { portalSystem } from '../../src/qa/replay/portal-system.ts';
import { replayRun } from '../../src/qa/replay/replay.ts';
import { replayFile } from '../../src/qa/replay/replay-file.ts';
import { externalEventsOf, openRerun } from '../../src/qa/replay/rerun.ts';
import { readFailure } from '../../src/qa/shrink/failure.ts';
import { minimizeList } from '../../src/qa/shrink/minimize-list.ts';
import { shrinkFile } from '../../src/qa/shrink/shrink-file.ts';
import { nullableFields, simplifyValue } from '../../src/qa/shrink/simplify-value.ts';
import { keptRuns } from '../support/machines/rule-steps.ts';

const textOf = (name: string): string => readFileSync(new URL(`../flows/${name}.flow.json`, import.meta.url), 'utf8');

const shrunk = (text: string, fails?: string) => {
  const result = shrinkFile(text, {
    ...(fails !== undefined && { fails }),
    now: () => performance.now(),
    budgetMs: 600_000,
  });
  if (result.result !== 'shrunk') throw new Error(result.lines.join('\n'));
  const read = readFlow(result.text);
  const [run] = read.ok ? read.flow.runs : [];
  if (!read.ok || !run) throw new Error('the result is a recording');
  return { ...result, flow: read.flow, run };
};

/** Both orders have the same key. */
const withSameKeys = (): string => {
  const text = textOf('expiry-and-resubmit');
  const [first, second] = new Set(
    [...text.matchAll(/"type":"order\.confirm","key":"([^"]+)"/g)].map(([, key = '']) => key),
  );
  return text.replaceAll(`"key":"${second}"`, `"key":"${first}"`);
};

describe('a rerun', () => {
  const rerunOf = (run: FlowRun, inputs = externalEventsOf(run.rows)) => {
    const rerun = openRerun(inertMachine(portalSystem), { startAt: 0, keep: 'contexts' });
    rerun.start();
    const left = inputs.filter((input) => !rerun.apply(input));
    const rows = [...rerun.rows()];
    rerun.stop();
    return { left, rows };
  };

  test.each(['e-points-in-doubt', 'two-tabs'])('of all messages of %s does what was recorded', (name) => {
    for (const run of keptRuns(name)) {
      const { left, rows } = rerunOf(run);
      expect(left).toEqual([]);
      expect(rows).toHaveLength(run.rows.length);
      expect(replayRun(portalSystem, { ...run, rows })).toBeNull();
    }
  });

  test('leaves out what cannot happen: an answer that nothing asked for, a second answer, a timer that is not set', () => {
    const [run] = keptRuns('happy-path');
    if (!run) throw new Error('a recording has a page load');
    const inputs = externalEventsOf(run.rows);
    const typesLeft = (given: typeof inputs) => rerunOf(run, given).left.map(({ event }) => event.type);
    const login = inputs.filter(({ event }) => event.type === 'xstate.done.actor.login');
    const confirm = inputs.findIndex(({ event }) => event.type === 'order.confirm');
    expect(login).toHaveLength(1);
    expect(typesLeft(login)).toEqual(['xstate.done.actor.login']);
    const saved = inputs.findIndex(({ event }) => event.type === 'xstate.done.actor.saveDeferred');
    expect(typesLeft([...inputs.slice(0, saved + 1), ...inputs.slice(saved, saved + 1)])).toEqual([
      'xstate.done.actor.saveDeferred',
    ]);
    expect(typesLeft(inputs.toSpliced(confirm, 1))).toContain('xstate.done.actor.createOrder');
    const timer = inputs.findIndex((input) => input.timer);
    const twice = [...inputs.slice(0, timer + 1), ...inputs.slice(timer, timer + 1)];
    expect(typesLeft(twice)).toEqual([inputs[timer]?.event.type]);
  });
});

describe('a shorter recording', () => {
  test('still breaks the rule, which is found without being named', () => {
    const text = withSameKeys();
    const { lines, run, text: shorter } = shrunk(text);
    expect(lines).toEqual([
      'Kept: rule one-order-per-intent is broken (page load 1 of 1)',
      expect.stringMatching(/^\d\d → \d\d messages from outside, \d{3} → \d{3} rows, after \d+ tries$/),
      'Minimal: without any one of these messages the failure is gone.',
    ]);
    expect(externalEventsOf(run.rows).length).toBeLessThan(31);
    const parts = run.rows.flatMap((row) => (row.kind === 'state' ? [row.context?.['serverScope']] : []));
    const scope = parts.find((value) => typeof value === 'string');
    expect(scope).toMatch(/^•••\d+$/);
    expect(text).not.toContain(`"${scope}"`);
    const replayed = replayFile(shorter);
    expect(replayed.lines).toContainEqual(expect.stringMatching(/^✗ rule one-order-per-intent: /));
    expect(replayed.lines).toContainEqual(expect.stringMatching(/^✓ tab a, page load 1 of 1 /));
    expect(replayed.lines[0]).toMatch(/^"expiry-and-resubmit, minimal", /);
    expect(replayed.lines.join('\n')).not.toContain('Charts that changed');
  });

  test('still shows the screen, from the page load that showed it', () => {
    const { lines, run } = shrunk(textOf('troubled-start'), 'screen:session=login by account busy');
    expect(lines[0]).toMatch(/^Kept: session shows "login by account busy" \(page load 1 of 4\)$/);
    expect(replayRun(portalSystem, run)).toBeNull();
    expect(externalEventsOf(run.rows).map(({ event }) => event.type)).toContain('login.submit');
    expect(externalEventsOf(run.rows).length).toBeLessThan(5);
  });

  test('still reaches the state, and names the charts that ran', () => {
    const { flow, run } = shrunk(textOf('login-by-phone'), 'state:verification=coolingDown');
    expect(replayRun(portalSystem, run)).toBeNull();
    const states = run.rows.flatMap((row) =>
      row.kind === 'state' && row.path.endsWith('verification') ? [row.value] : [],
    );
    expect(states).toContain('coolingDown');
    expect(Object.keys(flow.machines).toSorted()).toEqual(
      [...new Set(run.rows.flatMap((row) => (row.kind === 'actor' && row.machine ? [row.machine] : [])))].toSorted(),
    );
  });

  test('still shows two screens, one directly after the other, and two states', () => {
    const refused = textOf('refused-orders');
    const { lines, run } = shrunk(refused, 'screen:recharge=creating>channel loading');
    expect(lines[0]).toMatch(/^Kept: recharge shows "creating", then "channel loading" /);
    expect(replayRun(portalSystem, run)).toBeNull();
    const types = run.rows.flatMap((row) => (row.kind === 'event' ? [row.event.type] : []));
    expect(types).toContain('order.confirm');
    expect(types.filter((type) => type === 'order.refused')).toHaveLength(1);
    const byState = shrunk(refused, 'state:recharge=ordering.creating>channels').run;
    expect(byState.rows.length).toBeLessThanOrEqual(run.rows.length);
    expect(byState.rows.filter((row) => row.kind === 'event' && row.event.type === 'order.refused')).toHaveLength(1);
    expect(replayRun(portalSystem, byState)).toBeNull();
    const absent = shrinkFile(refused, { fails: 'screen:recharge=server ready>creating', now: () => 0, budgetMs: 1 });
    expect(absent.lines).toEqual([
      'The recording does not show it: recharge shows "server ready", then "creating". It shows, in this order:',
      expect.stringMatching(
        /^ {2}recharge: server loading > server ready > item loading > .* > creating > .*channel loading > .*notice channel-closed/,
      ),
    ]);
  });

  test('is the best that was found when the time is over', () => {
    let ticks = 0;
    const now = () => {
      ticks += 1;
      return ticks * 100;
    };
    const result = shrinkFile(textOf('troubled-start'), {
      fails: 'screen:session=login by account busy',
      now,
      budgetMs: 500,
    });
    expect(result.result).toBe('shrunk');
    expect(result.lines.at(-1)).toMatch(/^Not minimal: stopped after 0\.5 s\./);
  });

  test('does not exist without the failure', () => {
    const options = { now: () => 0, budgetMs: 1 };
    expect(shrinkFile(textOf('news'), options)).toEqual({
      result: 'absent',
      lines: [
        expect.stringMatching(/^The replay finds no failure\. Name one after --shrink, .* shows, in this order:$/),
        expect.stringMatching(/^ {2}portal: /),
        ...Array.from({ length: 7 }, () => expect.stringMatching(/^ {2}\w+: [\w -]+(?: > [\w -]+)*$/)),
      ],
    });
    expect(shrinkFile(textOf('news'), { ...options, fails: 'state:payment=settled.delivered' })).toEqual({
      result: 'absent',
      lines: ['The recording does not show it: payment is in settled.delivered.'],
    });
    expect(shrinkFile('{', options).result).toBe('unreadable');
  });
});

test.each([
  ['rule:paid', /^No rule is called "paid"\. The rules are: .*paid-never-failed/],
  ['state:paymnt=unpaid', /^No machine is called "paymnt"\. The machines are: portal, .*payment/],
  ['state:payment=paid', /^The machine payment has no state "paid"\. Its states are: .*following\.phase\.settled/],
  ['state:payment=', /^The machine payment has no state ""/],
  ['screen:boot=x', /^No machine "boot" has screens\. These have: .*payment/],
  ['screen:payment=gone', /^The machine payment has no screen "gone"\. Its screens are: unpaid, /],
  ['screen:payment=unpaid>gone', /^The machine payment has no screen "gone"\. Its screens are: unpaid, /],
  ['state:payment=unpaid>', /^The machine payment has no state ""/],
  ['payment=unpaid', /^"payment=unpaid" names no failure\. Write "diverges", "rule:ID", /],
])('the unknown failure %s gives one line with the known names', (text, line) => {
  expect(readFailure(text, portalSystem)).toEqual({ ok: false, line: expect.stringMatching(line) });
});

describe('delta debugging', () => {
  test('finds a list from which no item can be left out', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(30), { maxLength: 6 }), fc.nat(30), (needed, size) => {
        const all = Array.from({ length: 31 }, (_, at) => at);
        const hasAll = (items: readonly number[]) => needed.every((one) => items.includes(one)) && items.length >= size;
        const { remaining, isMinimal } = minimizeList(
          all,
          (items) => (hasAll(items) ? items : null),
          () => false,
        );
        expect(isMinimal).toBe(true);
        expect(hasAll(remaining)).toBe(true);
        for (const one of remaining) expect(hasAll(remaining.filter((other) => other !== one))).toBe(false);
      }),
      { numRuns: 100 },
    );
  });

  test('makes lists and texts shorter, and null what may be null', () => {
    const event = {
      record: { items: [1, 2, 3, 4, 5], text: 'A text that is much too long', note: 'x', code: 'x' },
      last: { note: null },
    };
    const nullable = nullableFields([event, { record: { note: null } }]);
    expect(nullable).toEqual(new Set(['last.note', 'record.note']));
    const place = { above: '', name: 'record', nullable };
    const needsFour = (value: unknown) => (value as typeof event.record).items.includes(4);
    expect(simplifyValue(event.record, place, needsFour)).toEqual({ items: [4], text: 'A', note: null, code: 'x' });
    expect(simplifyValue(event.record, place, () => false)).toEqual(event.record);
  });
});

describe('npm run qa -- --shrink', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'shrink-'));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));
  const command = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['tests/qa.mjs', ...args], {
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  };

  test('writes the shorter recording beside the file', () => {
    const file = join(scratch, 'start.flow.json');
    writeFileSync(file, textOf('troubled-start'));
    const { status, output } = command(file, '--shrink', 'state:session=authenticating');
    expect(output).toMatch(
      /^Kept: session is in authenticating .*\n.*\nMinimal: .*\nWritten: .*start\.min\.flow\.json\n$/,
    );
    expect(replayFile(readFileSync(join(scratch, 'start.min.flow.json'), 'utf8')).ok).toBe(true);
    expect(status).toBe(0);
  });

  test('without a failure it lists the screens of the recording', () => {
    const { status, output } = command('tests/flows/declined.flow.json', '--shrink');
    expect(output).toMatch(
      /^The replay finds no failure\. Name one after --shrink, .*\n[\s\S]*payment: unpaid > .*failed\n/,
    );
    expect(status).toBe(1);
  });
});
