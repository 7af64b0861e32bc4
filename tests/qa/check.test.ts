import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  type EventRow,
  type FlowRow,
  type FlowRun,
  type HttpCall,
  writeFlow,
} from '../../src/qa/core/record/flow.file.ts';
import { mergedFlow } from '../../src/qa/core/record/tabs.ts';
import { isExternalIn } from '../../src/qa/core/replay/replay.ts';
import { checkRecordings, findingLines, leadLines } from '../../src/qa/portal/check/check-files.ts';
import { referencesOf } from '../../src/qa/portal/check/references.ts';
import { testVerdict } from '../../src/qa/portal/to-test/test-file.ts';
import { namedFindings, whyNoTest } from '../support/qa/check.command.mjs';
import { flowOf, KEPT_NAMES, keptText as textOf } from '../support/qa/kept-flows.ts';
import { createScratch, runQa } from '../support/qa/qa-command.ts';

const withoutCalls = (text: string): string => {
  const flow = JSON.parse(text) as { readonly runs: readonly { readonly calls?: unknown }[] };
  return JSON.stringify({ ...flow, runs: flow.runs.map(({ calls: _, ...run }) => run) });
};

const KEPT = referencesOf(KEPT_NAMES.map(textOf));

const checked = (text: string, kept = KEPT) => {
  const check = checkRecordings([text], () => kept);
  if (!check.ok) throw new Error(check.line);
  return check;
};

const resultsOf = ({ rows }: FlowRun, port: string): readonly EventRow[] =>
  rows.flatMap((row) => (row.kind === 'event' && row.event.type === `xstate.done.actor.${port}` ? [row] : []));

/** The recording with other results of a port, as an adapter or a server with a bug would give them, up to the first of them. */
const withResults = (name: string, port: string, change: (output: never, at: number) => void): string => {
  const flow = structuredClone(flowOf(textOf(name)));
  for (const run of flow.runs)
    for (const [at, row] of resultsOf(run, port).entries()) change(row.event['output'] as never, at);
  return writeFlow(flow);
};

type Planted = Pick<HttpCall, 'path'> & Partial<HttpCall>;

/** The recording with an HTTP call behind each result of a port. */
const withCalls = (text: string, port: string, call: Planted): string => {
  const flow = flowOf(text);
  const runs = flow.runs.map((run) => {
    const made = resultsOf(run, port).map(({ at }) => ({
      at: at - 5,
      ms: 4,
      method: 'POST',
      status: 200,
      code: 0,
      ...call,
    }));
    return { ...run, calls: [...(run.calls ?? []).filter(({ path }) => path !== call.path), ...made] };
  });
  return writeFlow({ ...flow, runs });
};

const roleIn = (name: string): string => {
  const [order] = flowOf(textOf(name)).runs.flatMap((run) => resultsOf(run, 'createOrder'));
  if (!order) throw new Error(`${name} has no order`);
  const { choices } = order.event['output'] as { choices: { recipient: { roleId: string } } };
  return choices.recipient.roleId;
};

const isTimer = (row: FlowRow): boolean => row.kind === 'event' && row.timer === true;

/** The recording with other times from its first timer on. */
const withTimers = (name: string, change: (at: number) => number): string => {
  const flow = structuredClone(flowOf(textOf(name)));
  for (const run of flow.runs) {
    const first = run.rows.findIndex(isTimer);
    for (const row of run.rows.slice(first)) row.at = change(row.at);
    if (run.until !== undefined) run.until = change(run.until);
  }
  return writeFlow(flow);
};

describe('the first finding of a recording (INSP-04)', () => {
  test.each(KEPT_NAMES)('%s: nothing is found, as if it were new', (name) => {
    const others = KEPT.filter(({ flow }) => flow.name !== name);
    expect(checked(textOf(name), others).findings).toEqual([]);
  });

  test('a kept recording is compared with itself, and nothing is found', () => {
    const { findings, lines } = checked(textOf('declined'));
    expect(findings).toEqual([]);
    expect(lines[1]).toBe('Compared with "declined" (100 % alike)');
  });

  test('chart: a recording of other machines', () => {
    const changed = textOf('declined').replace('"value":"loading","status"', '"value":"never","status"');
    const [first] = checked(changed).findings;
    expect(first).toMatchObject({ layers: ['chart'], isDivergence: true, load: 0 });
    expect(first?.sentence).toMatch(/ in another way than recorded, at \d+\.\d\d s: .*never/);
  });

  test('chart: this build does not repeat the kept recording that is like it', () => {
    const kept = textOf('late-payment').replace('"value":"loading","status"', '"value":"never","status"');
    const { findings } = checked(textOf('late-payment'), referencesOf([kept]));
    expect(findings).toMatchObject([
      { layers: ['chart'], sentence: expect.stringMatching(/^In the kept recording "late-payment": .* recorded/) },
    ]);
    expect(findings[0]).not.toHaveProperty('isDivergence');
  });

  test('chart: a kept recording that is less like it counts if it has the same message', () => {
    const wrong = (name: string) => textOf(name).replace('"value":"loading","status"', '"value":"never","status"');
    const kept = (name: string) => [...KEPT.filter(({ flow }) => flow.name !== name), ...referencesOf([wrong(name)])];
    expect(checked(textOf('declined'), kept('news')).findings).toMatchObject([
      { layers: ['chart'], sentence: expect.stringMatching(/^In the kept recording "news": /) },
    ]);
    const [own] = referencesOf([textOf('declined')]);
    const later = textOf('order-in-doubt').replace('"shown":false', '"shown":null');
    expect(referencesOf([later])[0]?.problems).toHaveLength(1);
    expect(checked(textOf('declined'), [...(own ? [own] : []), ...referencesOf([later])]).findings).toEqual([]);
  });

  describe('wrong data names the layer that made it', () => {
    const balance = (total: number) => (output: { total: number }, at: number) => {
      if (at > 0) output.total = total;
    };
    const BALANCE = { path: '/api/epoint/balance', body: { result: { basicNum: 1_200, presentNum: 350 } } };

    test('server or adapter: a total that is not the sum, and no HTTP calls', () => {
      expect(checked(withoutCalls(withResults('happy-path', 'loadBalance', balance(1_900)))).findings[0]).toMatchObject(
        {
          layers: ['server', 'adapter'],
          sentence: expect.stringMatching(
            /^A rule is broken after "xstate.done.actor.loadBalance": The total of the E Points/,
          ),
          evidence: expect.arrayContaining(['rule total-is-sum: 1200 + 350 is not 1900']),
        },
      );
    });

    test('adapter: the response does not have the wrong total', () => {
      const text = withCalls(withResults('happy-path', 'loadBalance', balance(1_900)), 'loadBalance', BALANCE);
      expect(checked(text).findings[0]).toMatchObject({
        layers: ['adapter'],
        evidence: expect.arrayContaining([expect.stringMatching(/^POST \/api\/epoint\/balance → 200, code 0: .*1200/)]),
      });
    });

    test('server or adapter: the response has both totals', () => {
      const both = { ...BALANCE, body: { result: { old: 1_900, new: 1_550 } } };
      const text = withCalls(withResults('happy-path', 'loadBalance', balance(1_900)), 'loadBalance', both);
      expect(checked(text).findings[0]).toMatchObject({ layers: ['server', 'adapter'] });
    });

    const other = (output: { record: { recipient: { roleId: string } } }) => {
      output.record.recipient.roleId = '•••999';
    };
    const RECORD = { path: '/api/order/record', body: { result: [{ role_id: '•••999' }] } };

    const withOrder = (roleId: string): string =>
      withCalls(withCalls(withResults('happy-path', 'readOrder', other), 'readOrder', RECORD), 'createOrder', {
        path: '/api/order/webCreate',
        sent: { role_id: roleId },
        body: { result: {} },
      });

    test('server: the response has the wrong recipient, and the request has the right one', () => {
      expect(checked(withOrder(roleIn('happy-path'))).findings[0]).toMatchObject({
        layers: ['server'],
        sentence: expect.stringMatching(/The record of an order has the recipient, the item and the price/),
      });
    });

    test('adapter: the request asks for the wrong recipient', () => {
      expect(checked(withOrder('•••999')).findings[0]).toMatchObject({
        layers: ['adapter'],
        evidence: expect.arrayContaining([expect.stringMatching(/^POST \/api\/order\/webCreate with .*•••999/)]),
      });
    });

    test('adapter: a new order has other choices than its request', () => {
      const text = withResults(
        'happy-path',
        'createOrder',
        (output: { choices: { recipient: { roleId: string } } }) => {
          output.choices.recipient.roleId = '•••999';
        },
      );
      const created = { path: '/api/order/webCreate', sent: {}, body: { result: { sdk_order_id: 'O-1' } } };
      expect(checked(withCalls(text, 'createOrder', created)).findings[0]).toMatchObject({
        layers: ['adapter'],
        evidence: expect.arrayContaining(['rule ticket-as-intent: the choices of the new order differ']),
      });
    });

    test('adapter: it reads a response in another way than in a kept recording', () => {
      const changed = withResults('happy-path', 'loadBalance', (output: { present: number; total: number }) => {
        output.present = 0;
        output.total = 1_200;
      });
      const kept = withCalls(textOf('happy-path'), 'loadBalance', BALANCE);
      expect(checked(withCalls(changed, 'loadBalance', BALANCE), referencesOf([kept])).findings[0]).toMatchObject({
        layers: ['adapter'],
        sentence: 'balance: loadBalance makes present 0 of a response of which it makes 350 in "happy-path".',
      });
      expect(checked(kept, referencesOf([kept])).findings).toEqual([]);
    });
  });

  test('chart: a timer of this build is longer or shorter than in a kept recording', () => {
    // A new recording may have other timers.
    const isTimed = (name: string) =>
      flowOf(textOf(name)).runs.flatMap(({ rows }) => rows.filter(isTimer)).length === 1;
    const timed = KEPT_NAMES.find(isTimed) ?? '';
    const slow = withTimers(timed, (at) => at + 5_000);
    const { findings } = checked(textOf(timed), referencesOf([slow]));
    expect(findings).toMatchObject([{ layers: ['chart'] }]);
    const [, kept, now] =
      /^In the kept recording "[^"]+": The delay of a timer is another one: payment\.\S+ waited ([\d.]+) s for its pollInterval, and now ([\d.]+) s\.$/.exec(
        findings[0]?.sentence ?? '',
      ) ?? [];
    expect(Number(kept) - Number(now)).toBeCloseTo(5, 0);
    expect(checked(slow, referencesOf([textOf(timed)])).findings).toEqual([]);
    const fast = checked(withTimers(timed, (at) => at - 1_000)).findings;
    expect(fast[0]?.sentence).toMatch(/^The delay of a timer is another one: payment\.\S+ waited [\d.]+ s/);
  });

  describe('missing words name the layer that lost them', () => {
    const until = (name: string, type: string): string => {
      const flow = flowOf(textOf(name));
      const [run] = flow.runs;
      const end = run?.rows.findLastIndex((row) => row.kind === 'event' && row.event.type === type) ?? -1;
      const next = run?.rows.findIndex((row, at) => at > end && isExternalIn(run.rows)(row)) ?? -1;
      return writeFlow({
        ...flow,
        runs: flow.runs.slice(0, 1).map((one) => ({ ...one, rows: one.rows.slice(0, next) })),
      });
    };
    const missing = (text: string, words: string) => checked(text).missing(words, null);

    test('view: the page is the right one', () => {
      expect(findingLines([missing(textOf('happy-path'), 'On its way')])[0]).toBe(
        '✗ view: The machines and their data are right, and the last page does not show "On its way".',
      );
      expect(missing(textOf('happy-path'), 'Your items are in your game').layers).toEqual(['view']);
    });

    test('chart: kept recordings show the words on another page', () => {
      expect(missing(until('happy-path', 'item.pick'), 'What would you like to buy?')).toMatchObject({
        layers: ['chart'],
        sentence: expect.stringMatching(
          /^"What would you like to buy\?" is on the page "recharge: item \w+" of ".*", and the last page is "recharge: channel loading"\.$/,
        ),
        evidence: expect.arrayContaining([expect.stringMatching(/items\.choosing ── item\.pick .*──▶ channel /)]),
      });
    });

    test('server or chart: a response led to the other page', () => {
      expect(missing(textOf('declined'), 'Your items are in your game')).toMatchObject({
        layers: ['server', 'chart'],
        sentence: expect.stringMatching(
          / is on the page "payment: delivered" of ".*", and the last page is "payment: failed"\.$/,
        ),
      });
    });

    test('chart: the last action has no effect; before that, a lead decides', () => {
      const flow = flowOf(until('happy-path', 'item.pick'));
      const [run] = flow.runs;
      const last = run?.rows.at(-1)?.at ?? 0;
      const rows: FlowRun['rows'] = [
        ...(run?.rows ?? []),
        { kind: 'event', at: last, to: '$/signedIn/recharge', from: null, event: { type: 'order.retry' } },
        { kind: 'state', at: last, path: '$/signedIn/recharge' },
        { kind: 'event', at: last, to: '$', from: '$/environment', event: { type: 'layout.changed', isMobile: false } },
        { kind: 'state', at: last, path: '$' },
      ];
      const idle = writeFlow({ ...flow, runs: flow.runs.map((one) => ({ ...one, rows })) });
      const lead = missing(textOf('declined'), 'Your items are in your game');
      expect(checked(idle).missing('your order', lead)).toMatchObject({
        layers: ['chart'],
        sentence: 'The last action, "order.retry", has no effect on recharge, and the page does not show "your order".',
      });
      expect(checked(textOf('happy-path')).missing('On its way', lead)).toBe(lead);
    });
  });

  test('a result that the nearest recording does not have is a lead', () => {
    const others = KEPT.filter(({ flow }) => flow.name !== 'unknown-order');
    const { lead, findings } = checked(textOf('unknown-order'), others);
    expect(findings).toEqual([]);
    expect(leadLines(lead)[0]).toMatch(/^\? server, if it was not meant: .*: readOrder fails only here\.$/);
    expect(leadLines(checked(textOf('happy-path')).lead)).toHaveLength(1);
  });
});

describe('the recordings of several tabs', () => {
  const flow = flowOf(textOf('two-tabs'));
  const [first, second] = flow.runs;
  if (!first || !second) throw new Error('two-tabs has two page loads');
  const fileOf = (...runs: readonly FlowRun[]): string =>
    writeFlow({ ...flow, runs: runs.map((run) => ({ ...run, tab: 'a' })) });

  test('are one recording with a tab for each file, in the order of their start', () => {
    const merged = mergedFlow([fileOf(second), fileOf(first)]);
    expect(merged).toMatchObject({
      ok: true,
      flow: {
        runs: [
          { ...first, tab: 'b' },
          { ...second, tab: 'a' },
        ],
      },
    });
  });

  test('two files of one tab have each page load once, with its most rows', () => {
    const early = fileOf({ ...first, rows: first.rows.slice(0, 40) });
    const merged = mergedFlow([early, fileOf(first, second)]);
    expect(merged).toMatchObject({ ok: true, flow: { runs: [first, { ...second, tab: 'a' }] } });
  });

  test('a file that is not a recording is named by its number', () => {
    expect(mergedFlow([fileOf(first), '{'])).toEqual({ ok: false, line: expect.stringMatching(/^File 2: .*not JSON/) });
    expect(checkRecordings(['{'], () => KEPT)).toEqual({ ok: false, line: expect.stringMatching(/^This is not JSON/) });
  });
});

const run = (status: string, message = '') => ({
  suites: [{ suites: [{ specs: [{ tests: [{ results: [{ status, errors: [{ message }] }] }] }] }] }],
});

test('a written test is red only if it misses its words (INSP-04)', () => {
  const verdict = (report: unknown) => testVerdict(report, '1,550 EP');
  const missing = 'Error: expect(\u001b[31mlocator\u001b[39m).toContainText(expected) failed\n\nExpected: "1,550 EP"';
  expect(verdict(run('failed', missing))).toEqual({ kind: 'red', by: 'words' });
  expect(verdict(run('failed', 'Error: expect(locator).toBeVisible() failed\n\nLocator: 1,550 EP'))).toEqual({
    kind: 'other',
    line: 'Error: expect(locator).toBeVisible() failed',
  });
  expect(verdict(run('timedOut'))).toEqual({ kind: 'other', line: 'timedOut' });
  expect(verdict(run('passed'))).toEqual({ kind: 'green' });
  expect(verdict(run('failed', 'Error: The page breaks a rule\n\nexpect(received).toEqual(expected)'))).toEqual({
    kind: 'red',
    by: 'rule',
  });
  expect(verdict(null)).toEqual({ kind: 'other', line: 'the test did not run' });
});

describe('npm run qa (INSP-04)', () => {
  const scratch = createScratch();

  test('exits with 0 and writes the report beside the file', () => {
    const { status, output } = runQa(scratch.write('fine', textOf('declined')));
    expect(output).toMatch(/^"declined", .*: 1 tab, 1 page load, \d+ steps\nCompared with "declined"/);
    expect(output).toMatch(
      /\n✓ Nothing found: .*\nIf the page is still wrong, .*\n(?:Building.*\n)*Report: .*fine\.report\.html\n$/,
    );
    expect(readFileSync(scratch.pathOf('fine.report.html'), 'utf8')).toContain('<title>declined · recording</title>');
    expect(status).toBe(0);
  });

  test('names the first finding and its row, and writes no test if this build does not repeat the recording', () => {
    const text = textOf('declined').replace('"value":"loading","status"', '"value":"never","status"');
    const check = checked(text);
    const { findings } = namedFindings(check, null, 'Anything');
    expect(findings).toBe(check.findings);
    expect(findingLines(findings).join('\n')).toMatch(/^✗ chart: .*recorded.*\n {4}row \d+, /);
    expect(whyNoTest(check.flow.build, findings)).toBe('this build does not repeat the recording');
    expect(whyNoTest('0.1.0', [])).toBeNull();
  });

  test('exits with 1 on a finding, which the report opens, and --expects warns of words of no text and writes no test on another build', () => {
    const other = scratch.write('other', writeFlow({ ...flowOf(textOf('declined')), build: '0.1.0+other' }));
    const { status, output } = runQa(other, '--expects', 'Nobody expects this');
    expect(output).toContain('✗ view: The machines and their data are right, and the last page does not show "Nobody');
    expect(output).toContain('! No text of the portal in en-US has "Nobody expects this", and the recording');
    expect(output).toMatch(/\nNo test: this build is [0-9a-f]{8}, the recording is of other\. Write it on the build/);
    expect(readFileSync(scratch.pathOf('other.report.html'), 'utf8')).toContain('id="finding">{"layers":["view"]');
    expect(status).toBe(1);
  });

  const KEPT_FILE = 'tests/flows/declined.flow.json';

  test.each([
    { args: [scratch.write('broken', '{')], line: /^This is not JSON/ },
    { args: [scratch.pathOf('nowhere.flow.json')], line: /^Cannot read .* \(ENOENT\)/ },
    { args: ['--steps', 'payment'], line: /^Missing argument: a recording file\.\nUsage:\n {2}npm run qa FILE…/ },
    { args: ['a.flow.json', '--step'], line: /^Unknown option --step\.\nUsage:/ },
    { args: ['a.flow.json', 'b.flow.json', '--steps'], line: /^Name one recording only, without b\.flow\.json\.\n/ },
    { args: ['a.flow.json', '--steps', 'x', '--expects'], line: /^Use one of --expects, --steps\.\n/ },
    { args: [KEPT_FILE, '--against'], line: /^--against needs a recording file\.\nUsage:/ },
  ])('exits with 2 and says why: $line', ({ args, line }) => {
    const { status, output } = runQa(...args);
    expect(output.trim()).toMatch(line);
    expect(status).toBe(2);
  });

  test('--against exits with 1 if the recordings differ', () => {
    const { status, output } = runQa(KEPT_FILE, '--against', 'tests/flows/happy-path.flow.json');
    expect(output).toMatch(/\n✗ First divergence: /);
    expect(status).toBe(1);
  });
});
