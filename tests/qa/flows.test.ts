import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { chartHash } from '../../src/qa/core/record/chart-hash.ts';
import { readFlow, writeFlow } from '../../src/qa/core/record/flow.file.ts';
import { portalSystem } from '../../src/qa/portal/portal-system.ts';
import { replayFile } from '../../src/qa/portal/replay-file.ts';
import { createSceneFinder, missingScreens } from '../../src/qa/portal/screens/find-scenes.ts';
import { allScreens } from '../../src/qa/portal/screens/screens-in-view.ts';

const FOLDER = new URL('../flows/', import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.flow.json'));
const textOf = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');

const scratch = mkdtempSync(join(tmpdir(), 'flows-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Each recording is replayed once for all tests. */
const RECORDINGS = FILES.map((file) => {
  const text = textOf(file);
  const finder = createSceneFinder(file);
  return { file, text, ...replayFile(text, { onIdle: finder.onIdle }), scenes: finder.scenes() };
});

describe('recorded flows (INSP-04)', () => {
  test('the required recordings exist', () => {
    expect(FILES.map((name) => name.replace('.flow.json', ''))).toEqual(
      expect.arrayContaining([
        'blocked-pop-up',
        'declined',
        'e-points-insufficient',
        'expiry-and-resubmit',
        'happy-path',
        'late-payment',
        'reload',
        'session-expired-in-mid-poll',
        'signed-out-by-the-server',
        'two-tabs',
      ]),
    );
  });

  test.each(RECORDINGS)('$file: the current machines repeat the recording', ({ ok, lines }) => {
    expect(ok, lines.join('\n')).toBe(true);
  });

  test.each(RECORDINGS)('$file contains no secret of its account (INSP-02)', ({ text }) => {
    expect(text).not.toMatch(/canary/i);
    expect(text).not.toMatch(/Bearer|[\w.+-]+@[\w-]+\.\w+/);
  });

  test.each(RECORDINGS)('$file is small enough for a review', ({ text }) => {
    expect(text.length).toBeLessThan(250_000);
  });
});

test('a recording shows every screen of every machine (INSP-06)', () => {
  const missing = missingScreens(
    allScreens,
    RECORDINGS.flatMap(({ scenes }) => scenes),
  );
  expect(missing.map(({ machine, name }) => `${machine}: ${name}`)).toEqual([]);
});

const command = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tests/qa.mjs', ...args], {
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
};

describe('npm run qa -- --steps (INSP-04)', () => {
  test('prints what it replayed and exits with 0', () => {
    const read = readFlow(textOf(FILES[0] ?? ''));
    if (!read.ok) throw new Error(read.line);
    const file = join(scratch, 'unchanged.flow.json');
    writeFileSync(file, writeFlow({ ...read.flow, machines: { portal: chartHash(portalSystem.config) } }));
    const { status, output } = command(file, '--steps');
    expect(output).toContain('✓ tab a, page load 1');
    expect(output).not.toContain('Charts that changed');
    expect(status).toBe(0);
  });

  test('--steps prints the transitions of each message in order, also those of raised events', () => {
    const { status, output } = command('tests/flows/late-payment.flow.json', '--steps', 'payment');
    const heads = output.split('\n').filter((line) => /^ *\d+\.\d{3} s /.test(line));
    expect(heads.length).toBeGreaterThan(5);
    for (const head of heads) expect(head).toMatch(/ s {2}payment\./);
    expect(output).toMatch(
      new RegExp(
        [
          / s {2}payment\.\S+ {2}xstate\.done\.actor\.readOrder\n/,
          / +following\.polling\.requesting ── xstate\.done\.actor\.readOrder ──▶ deciding \/ applyResponse\n/,
          / +following\.polling\.deciding ── always \[hasResponse\] ──▶ idle \/ clearCompletedPress, confirm \(not isPollQueued, not isUnknownOrder\)\n/,
          /(?: .+\n)*? +following\.phase ── order\.moved \[hasLapsed\] ──▶ \.lapsed \/ reportLapsed \(not isPaid, not isDelivered, not isRefunded\)\n/,
          / +following\.phase\.lapsed\.deciding ── always \[isLatePaymentPossible\] ──▶ watching\n/,
          / +⇒ lapsed\.watching · running · shown · /,
        ]
          .map(({ source }) => source)
          .join(''),
      ),
    );
    expect(status).toBe(0);
  });

  test('--steps without a word prints every machine and the senders', () => {
    const { lines } = replayFile(textOf('late-payment.flow.json'), { steps: '' });
    for (const line of [/ s {2}portal {2}starts$/, / s {2}portal {2}session\.activated ← session$/, / s {2}recharge /])
      expect(lines).toContainEqual(expect.stringMatching(line));
  });

  test('--steps prints the guards that rejected a message', () => {
    const { lines } = replayFile(textOf('happy-path.flow.json'), { steps: 'portal' });
    const at = lines.findIndex((line) => line.endsWith('network.changed {"online":true} (no transition)'));
    expect(lines.slice(at, at + 2)).toEqual([
      expect.stringMatching(/ s {2}portal {2}network\.changed \{"online":true\} \(no transition\)$/),
      expect.stringMatching(/^ {13}network\.online ── network\.changed ──✕ \(not isOffline\)$/),
    ]);
  });

  test('--steps with an unknown word lists the machines', () => {
    const { lines } = replayFile(textOf('late-payment.flow.json'), { steps: 'paymnt' });
    expect(lines.at(-1)).toMatch(/^! No machine or path contains "paymnt"; the machines are portal, .*\bpayment\b/);
  });

  test.each([
    { args: [], line: /^Missing argument: a recording file\.\nUsage:\n {2}npm run qa FILE…/ },
    { args: ['--steps', 'payment'], line: /^Missing argument: a recording file\./ },
    { args: ['a.flow.json', '--step'], line: /^Unknown option --step\.\nUsage:/ },
    { args: ['a.flow.json', 'b.flow.json', '--steps'], line: /^Name one recording only, without b\.flow\.json\.\n/ },
    { args: ['a.flow.json', '--steps', 'x', '--expects'], line: /^Use one of --expects, --steps\.\n/ },
  ])('exits with 2 and says why for wrong arguments: $args', ({ args, line }) => {
    const { status, output } = command(...args);
    expect(output.trim()).toMatch(line);
    expect(status).toBe(2);
  });

  test('names the charts that changed since the recording', () => {
    const read = readFlow(textOf('happy-path.flow.json'));
    if (!read.ok) throw new Error(read.line);
    const { lines } = replayFile(
      writeFlow({ ...read.flow, machines: { ...read.flow.machines, payment: 'other', gone: 'x' } }),
    );
    expect(lines[1]).toMatch(
      /^! Charts that changed since the recording: .*payment.*, gone \(the code of guards and actions is not compared\)\.$/,
    );
  });

  test('exits with 1 and the first divergence if a row is missing', () => {
    const read = readFlow(textOf(FILES[0] ?? ''));
    if (!read.ok) throw new Error(read.line);
    const [run] = read.flow.runs;
    const at = run?.rows.findIndex((row) => row.kind === 'event' && row.event.type === 'url.changed') ?? -1;
    run?.rows.splice(at, 1);
    const file = join(scratch, 'missing.flow.json');
    writeFileSync(file, writeFlow(read.flow));
    const { status, output } = command(file, '--steps');
    expect(output).toMatch(/✗ tab a.*: row \d+, \d+\.\d{3} s after the start/);
    expect(output).toMatch(/ {2}recorded {2}\$/);
    expect(output).toMatch(/ {2}now {7}/);
    expect(output).not.toContain('Replay matches the recording');
    expect(status).toBe(1);
  });

  test('prints everything into a pipe that is read slowly', () => {
    const read = readFlow(textOf('happy-path.flow.json'));
    if (!read.ok) throw new Error(read.line);
    const file = join(scratch, 'long.flow.json');
    const runs = Array.from({ length: 20 }, () => read.flow.runs).flat();
    writeFileSync(file, writeFlow({ ...read.flow, runs }));
    const replay = `"${process.execPath}" tests/qa.mjs "${file}" --steps`;
    const { stdout } = spawnSync('sh', ['-c', `${replay} | (sleep 3; cat)`], {
      encoding: 'utf8',
      maxBuffer: 10_000_000,
    });
    expect(stdout.length).toBeGreaterThan(300_000);
    expect(stdout).toContain('✓ tab a, page load 20 of 20');
    expect(stdout).toMatch(/\nReplay matches the recording .*\n$/);
  }, 60_000);

  test('exits with 1 and names the broken rule with its row and time', () => {
    const text = textOf('expiry-and-resubmit.flow.json');
    const keys = [...text.matchAll(/"type":"order\.confirm","key":"([^"]+)"/g)].map(([, key = '']) => key);
    const [first, second] = keys;
    expect(new Set(keys).size).toBe(2);
    const file = join(scratch, 'broken-rule.flow.json');
    writeFileSync(file, text.replaceAll(`"key":"${second}"`, `"key":"${first}"`));
    const { status, output } = command(file, '--steps');
    expect(output).toMatch(
      /\n✗ rule one-order-per-intent: An idempotency key makes at most one order\. \(row \d+, \d+\.\d{3} s after the start, recharge\/submitOrder~2 after "xstate\.done\.actor\.createOrder": [\w-]+ has the key of [\w-]+\)\n/,
    );
    expect(output.match(/✗/g)).toHaveLength(1);
    expect(output).toContain('✓ tab a, page load 1 of 1');
    expect(status).toBe(1);
  });

  test.each([
    { content: '{"format":', line: 'This is not JSON' },
    { content: '{"hello":"world"}', line: 'This is not a recording of the portal' },
  ])('exits with 1 and one line for a file that is not a recording: $line', ({ content, line }) => {
    const file = join(scratch, 'broken.flow.json');
    writeFileSync(file, content);
    const { status, output } = command(file, '--steps');
    expect(output.trim().split('\n')).toEqual([expect.stringContaining(line)]);
    expect(status).toBe(1);
  });

  test('exits with 2 and one line for a missing file', () => {
    const { status, output } = command(join(scratch, 'nowhere.flow.json'));
    expect(output).toMatch(/^Cannot read .* \(ENOENT\)/);
    expect(status).toBe(2);
  });
});

test('npm run qa record with an unknown name lists the flows and builds nothing (INSP-04)', () => {
  const args = ['tests/qa.mjs', 'record', '-g', 'late payments'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  // npm may print warnings about its own settings first.
  const [, ...names] = stderr.slice(stderr.indexOf('No flow matches')).trim().split('\n');
  expect(stderr).toContain('No flow matches "-g late payments". The flows are:\n');
  expect(names.map((name) => `${name.trim()}.flow.json`).sort()).toEqual([...FILES].sort());
  expect(stdout).not.toContain('Building');
  expect(status).toBe(2);
}, 60_000);
