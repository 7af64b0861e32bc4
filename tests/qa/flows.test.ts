import { describe, expect, test } from 'vitest';
import { chartHash } from '../../src/qa/core/record/chart-hash.ts';
import { writeFlow } from '../../src/qa/core/record/flow.file.ts';
import { portalSystem } from '../../src/qa/portal/portal-system.ts';
import { replayFile } from '../../src/qa/portal/replay-file.ts';
import { missingScreens, scenesOf } from '../../src/qa/portal/screens/find-scenes.ts';
import { allScreens } from '../../src/qa/portal/screens/screens-in-view.ts';
import { flowOf, KEPT_NAMES, keptText } from '../support/qa/kept-flows.ts';
import { createScratch, runQa } from '../support/qa/qa-command.ts';

test('recordings are small enough for a review, and have no secret of their account (INSP-02)', () => {
  for (const text of KEPT_NAMES.map(keptText)) {
    expect(text.length).toBeLessThan(250_000);
    expect(text).not.toMatch(/canary|Bearer|[\w.+-]+@[\w-]+\.\w+/i);
  }
});

test('a recording shows every screen of every machine (INSP-06)', () => {
  const scenes = KEPT_NAMES.flatMap((name) => scenesOf({ ...flowOf(keptText(name)), name }));
  const missing = missingScreens(allScreens, scenes);
  expect(missing.map(({ machine, name }) => `${machine}: ${name}`)).toEqual([]);
});

describe('npm run qa -- --steps (INSP-04)', () => {
  const scratch = createScratch();
  const outputOf = (text: string): string => replayFile(text).lines.join('\n');

  test('prints what it replayed and exits with 0', () => {
    const unchanged = { ...flowOf(keptText('declined')), machines: { portal: chartHash(portalSystem.config) } };
    const { status, output } = runQa(scratch.write('unchanged', writeFlow(unchanged)), '--steps');
    expect(output).toContain('✓ tab a, page load 1');
    expect(output).not.toContain('Charts that changed');
    expect(status).toBe(0);
  });

  test('--steps prints the transitions of each message in order, also those of raised events', () => {
    const { lines } = replayFile(keptText('late-payment'), { steps: 'payment' });
    const output = lines.join('\n');
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
  });

  test('--steps prints the guards that rejected a message', () => {
    const { lines } = replayFile(keptText('happy-path'), { steps: 'portal' });
    const at = lines.findIndex((line) => line.endsWith('network.changed {"online":true} (no transition)'));
    expect(lines.slice(at, at + 2)).toEqual([
      expect.stringMatching(/ s {2}portal {2}network\.changed \{"online":true\} \(no transition\)$/),
      expect.stringMatching(/^ {13}network\.online ── network\.changed ──✕ \(not isOffline\)$/),
    ]);
  });

  test('--steps with an unknown word lists the machines', () => {
    const { lines } = replayFile(keptText('late-payment'), { steps: 'paymnt' });
    expect(lines.at(-1)).toMatch(/^! No machine or path contains "paymnt"; the machines are portal, .*\bpayment\b/);
  });

  test('names the charts that changed since the recording', () => {
    const flow = flowOf(keptText('happy-path'));
    const { lines } = replayFile(writeFlow({ ...flow, machines: { ...flow.machines, payment: 'other', gone: 'x' } }));
    expect(lines[1]).toMatch(
      /^! Charts that changed since the recording: .*payment.*, gone \(the code of guards and actions is not compared\)\.$/,
    );
  });

  test('names the first divergence if a row is missing', () => {
    const flow = flowOf(keptText('declined'));
    const [run] = flow.runs;
    run?.rows.splice(
      run.rows.findIndex((row) => row.kind === 'event' && row.event.type === 'url.changed'),
      1,
    );
    const output = outputOf(writeFlow(flow));
    expect(output).toMatch(/✗ tab a.*: row \d+, \d+\.\d{3} s after the start/);
    expect(output).toMatch(/ {2}recorded {2}\$/);
    expect(output).toMatch(/ {2}now {7}/);
    expect(output).not.toContain('Replay matches the recording');
  });

  test('names the broken rule with its row and time', () => {
    const text = keptText('expiry-and-resubmit');
    const [first, second] = [...text.matchAll(/"type":"order\.confirm","key":"([^"]+)"/g)].map(([, key = '']) => key);
    const output = outputOf(text.replaceAll(`"key":"${second}"`, `"key":"${first}"`));
    expect(output).toMatch(
      /\n✗ rule one-order-per-intent: An idempotency key makes at most one order\. \(row \d+, \d+\.\d{3} s after the start, recharge\/submitOrder~2 after "xstate\.done\.actor\.createOrder": [\w-]+ has the key of [\w-]+\)(?:\n|$)/,
    );
    expect(output.match(/✗/g)).toHaveLength(1);
    expect(output).toContain('✓ tab a, page load 1 of 1');
  });
});
