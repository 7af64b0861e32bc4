import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { checkFiles, findingLines, leadLines, viewFinding } from '../../src/qa/check/check-files.ts';
import { brokenRelations, commonRelations } from '../../src/qa/check/result-relations.ts';
import { type EventRow, type Flow, type FlowRun, readFlow, writeFlow } from '../../src/qa/record/flow.file.ts';
import { mergedFlow } from '../../src/qa/record/merged-flow.ts';

const FOLDER = new URL('../flows/', import.meta.url);
const NAMES = readdirSync(FOLDER).map((file) => file.replace('.flow.json', ''));
const textOf = (name: string): string => readFileSync(new URL(`${name}.flow.json`, FOLDER), 'utf8');
const KEPT = NAMES.map(textOf);

const flowOf = (text: string): Flow => {
  const read = readFlow(text);
  if (!read.ok) throw new Error(read.line);
  return read.flow;
};

const checked = (text: string, kept: readonly string[] = KEPT) => {
  const check = checkFiles([text], kept);
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

describe('the first finding of a recording (INSP-04)', () => {
  test.each(NAMES)('%s: nothing is found, also if it was not kept', (name) => {
    const { findings, lines } = checked(textOf(name));
    expect(findings).toEqual([]);
    expect(lines[1]).toBe(`Compared with "${name}" (100 % alike)`);
    const others = NAMES.filter((other) => other !== name).map(textOf);
    expect(checked(textOf(name), others).findings).toEqual([]);
  });

  test('chart: a recording of other machines', () => {
    const other = textOf('late-payment').replaceAll('"lapsed":{"watching"', '"settled":{"watching"');
    const changed = textOf('declined').replace('"value":"loading","status"', '"value":"never","status"');
    expect(other).toBe(textOf('late-payment'));
    const [first] = checked(changed).findings;
    expect(first).toMatchObject({ layers: ['chart'], isDivergence: true, load: 0 });
    expect(first?.sentence).toMatch(/ in another way than recorded, at \d+\.\d\d s: .*never/);
  });

  test('chart: this build does not repeat the kept recording that is like it', () => {
    const kept = textOf('late-payment').replace('"value":"loading","status"', '"value":"never","status"');
    const { findings } = checked(textOf('late-payment'), [kept]);
    expect(findings).toMatchObject([
      { layers: ['chart'], sentence: expect.stringMatching(/^In the kept recording "late-payment", .* recorded/) },
    ]);
    expect(findings[0]).not.toHaveProperty('isDivergence');
  });

  test('server or adapter: a total that is not the sum, from the second answer on', () => {
    const text = withResults('happy-path', 'loadBalance', (output: { total: number }, at) => {
      if (at > 0) output.total += 350;
    });
    expect(checked(text).findings[0]).toMatchObject({
      layers: ['server', 'adapter'],
      sentence:
        'balance: the result of loadBalance has basic 1200 + present 350, but total 1900, unlike in every kept recording.',
    });
  });

  test('server or adapter: an order for another recipient than the one that was asked for', () => {
    const text = withResults('happy-path', 'createOrder', (output: { choices: { recipient: { roleId: string } } }) => {
      output.choices.recipient.roleId = '•••999';
    });
    expect(checked(text).findings[0]).toMatchObject({
      layers: ['server', 'adapter'],
      sentence: expect.stringMatching(
        /^recharge\/submitOrder: the result of createOrder has choices\.recipient\.roleId "•••999", but .*roleId of submitOrder is/,
      ),
    });
  });

  test('view: nothing else is wrong, and the words are missing', () => {
    const { flow } = checked(textOf('happy-path'));
    expect(findingLines([viewFinding(flow, 'On its way')])[0]).toBe(
      '✗ view: The machines and their data are right, and the last page does not show "On its way".',
    );
  });

  test('no relation of the other kept recordings is broken by a kept one', () => {
    const flows = KEPT.map(flowOf);
    const broken = flows.flatMap((flow, at) => {
      const common = commonRelations(flows.filter((_, other) => other !== at));
      return flow.runs.flatMap((run) => brokenRelations(run, common));
    });
    expect(broken).toEqual([]);
    expect([...commonRelations(flows).values()].flat().length).toBeGreaterThan(50);
  });

  test('a result that the nearest recording does not have is a lead', () => {
    const others = NAMES.filter((name) => name !== 'unknown-order').map(textOf);
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
    expect(checkFiles(['{'], KEPT)).toEqual({ ok: false, line: expect.stringMatching(/^This is not JSON/) });
  });
});

describe('npm run qa (INSP-04)', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'check-'));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));
  const command = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['tests/qa.mjs', ...args], { encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };
  const fileOf = (name: string, text: string): string => {
    const file = join(scratch, `${name}.flow.json`);
    writeFileSync(file, text);
    return file;
  };

  test('exits with 0 and writes the report beside the file', () => {
    const { status, output } = command(fileOf('fine', textOf('declined')));
    expect(output).toMatch(/^"declined", .*: 1 tab, 1 page load, \d+ steps\nCompared with "declined"/);
    expect(output).toMatch(
      /\n✓ Nothing found: .*\nIf the page is still wrong, .*\n(?:Building.*\n)*Report: .*fine\.report\.html\n$/,
    );
    expect(readFileSync(join(scratch, 'fine.report.html'), 'utf8')).toContain('<title>declined · recording</title>');
    expect(status).toBe(0);
  });

  test('exits with 1 and names the first finding, which the report opens', () => {
    const text = textOf('declined').replace('"value":"loading","status"', '"value":"never","status"');
    const { status, output } = command(fileOf('chart', text), '--expects', 'Anything');
    expect(output).toMatch(/\n✗ chart: .*recorded.*\n {4}row \d+, /);
    expect(output).toContain('No test: this build does not repeat the recording.');
    expect(readFileSync(join(scratch, 'chart.report.html'), 'utf8')).toContain('id="finding">{"layers":["chart"]');
    expect(status).toBe(1);
  });

  test('--expects writes a test of the words, and names the view if nothing else is wrong', () => {
    const name = `expected-${process.pid}`;
    const { status, output } = command(fileOf(name, textOf('declined')), '--expects', 'Nobody expects this');
    const [, target = ''] = /\nTest: (.+)\n/.exec(output) ?? [];
    expect(target).toMatch(new RegExp(`recorded.${name}\\.spec\\.ts$`));
    const written = readFileSync(target, 'utf8');
    rmSync(target);
    expect(written).toContain("await checkout.seeWords('Nobody expects this');");
    expect(output).toContain(
      '✗ view: The machines and their data are right, and the last page does not show "Nobody expects',
    );
    expect(output).toContain('! No English text of the portal has "Nobody expects this".');
    expect(status).toBe(1);
  });

  test('exits with 2 for words that the last page shows, for a file that is no recording, and for one that is missing', () => {
    const shown = command(fileOf('shown', textOf('declined')), '--expects', 'payment failed');
    expect(shown.output).toMatch(/already shows "payment failed"/);
    const broken = command(fileOf('broken', '{'));
    expect(broken.output).toMatch(/^This is not JSON/);
    const missing = command(join(scratch, 'nowhere.flow.json'));
    expect([shown.status, broken.status, missing.status]).toEqual([2, 2, 2]);
  });
});
