import { describe, expect, test, vi } from 'vitest';
import { assign } from 'xstate';
import type { Listed } from '../../machines/kernel/listed.ts';
import { withItems } from '../../machines/recharge/recharge.choices.ts';
import { rechargeMachine } from '../../machines/recharge/recharge.machine.ts';
import type { RechargeContext } from '../../machines/recharge/recharge.types.ts';
import { createContextChanges } from '../../src/qa/core/record/context-changes.ts';
import { writeFlow } from '../../src/qa/core/record/flow.file.ts';
import { createRedactor } from '../../src/qa/core/redact/redactor.ts';
import { describeDivergence } from '../../src/qa/core/replay/divergence.ts';
import { replayRun } from '../../src/qa/core/replay/replay.ts';
import { portalSystem, signedInSystem } from '../../src/qa/portal/portal-system.ts';
import { recordOrder } from '../support/browser/recorded-tab.ts';
import { flowOf, keptRun } from '../support/qa/kept-flows.ts';

describe('the parts of a context that changed', () => {
  const redact = createRedactor().redact;

  test('are named by their paths, and only those that changed', () => {
    const changesOf = createContextChanges(redact);
    const item = { price: { minor: 199, currency: 'USD' } };
    expect(changesOf('$', { item, step: 'item', notice: null })).toEqual({
      'item.price.minor': 199,
      'item.price.currency': 'USD',
      step: 'item',
      notice: null,
    });
    expect(changesOf('$', { item: structuredClone(item), step: 'item', notice: null })).toBeNull();
    expect(changesOf('$', { item, step: 'item', notice: { kind: 'maintenance' } })).toEqual({
      notice: null,
      'notice.kind': 'maintenance',
    });
    expect(changesOf('$', { item: { price: { minor: 299, currency: 'USD' } }, step: 'item', notice: null })).toEqual({
      'item.price.minor': 299,
      'notice.kind': null,
      notice: null,
    });
  });

  test('are redacted, and a long list is a length and a hash without its texts', () => {
    const changesOf = createContextChanges(redact);
    const list = Array.from({ length: 20 }, (_, at) => ({ roleName: 'CANARY', level: at }));
    const first = changesOf('$', { roleName: 'CANARY', list });
    expect(JSON.stringify(first)).not.toContain('CANARY');
    expect(first).toEqual({
      roleName: expect.stringContaining('•••'),
      list: expect.stringMatching(/^#20-[0-9a-f]{16}$/),
    });
    expect(changesOf('$', { roleName: 'CANARY', list: list.map((one) => ({ ...one, roleName: 'OTHER' })) })).toBeNull();
    expect(changesOf('$', { roleName: 'CANARY', list: list.map((one) => ({ ...one, level: 0 })) })).toEqual({
      list: expect.stringMatching(/^#20-/),
    });
  });
});

test('a live recording has the contexts, and the current machines repeat them (INSP-03)', async () => {
  vi.useFakeTimers({ now: 1_760_000_000_250 });
  const { flow } = await recordOrder(1, 0);
  const [run] = flowOf(writeFlow(flow)).runs;
  if (!run) throw new Error('the recording has a page load');
  expect(run.contexts).toBe(true);
  const parts = run.rows.flatMap((row) => (row.kind === 'state' ? Object.entries(row.context ?? {}) : []));
  expect(parts).toContainEqual(['ticket.orderId', 'O-1']);
  expect(replayRun(portalSystem, run)).toBeNull();
  const wrong = run.rows.map((row) =>
    row.kind === 'state' && row.context?.['ticket.orderId'] ? { ...row, context: { 'ticket.orderId': 'O-2' } } : row,
  );
  expect(replayRun(portalSystem, { ...run, rows: wrong })).not.toBeNull();
});

describe('a replay that compares contexts', () => {
  const recorded = keptRun('refused-orders');

  /** The old price is shown as the new one. */
  const swapped = rechargeMachine.provide({
    actions: {
      setItems: assign(({ context, event }) => {
        const { rows, unread } = (event as unknown as { readonly output: Listed<RechargeContext['items'][number]> })
          .output;
        const change = { ...withItems(context, rows), unread: { ...context.unread, items: unread } };
        const { notice } = change;
        if (notice?.kind !== 'price-changed') return change;
        return { ...change, notice: { ...notice, wasMinor: notice.isMinor, isMinor: notice.wasMinor } };
      }),
    },
  });
  const faulty = portalSystem.provide({
    actors: { signedIn: signedInSystem.provide({ actors: { recharge: swapped } }) },
  });

  test('finds a notice whose old and new price are swapped, and names the place (INSP-04)', () => {
    expect(replayRun(portalSystem, recorded)).toBeNull();
    const found = replayRun(faulty, recorded);
    expect(found && describeDivergence(found).split('\n').slice(1)).toEqual([
      '  in the context of $/signedIn/recharge',
      expect.stringMatching(/^ {2}at notice\.wasMinor: recorded \d+, now \d+$/),
      expect.stringMatching(/^ {2}at notice\.isMinor: recorded \d+, now \d+$/),
    ]);
  });

  test('names how far a moment is from the recorded one', () => {
    const rows = keptRun('happy-path').rows.map((row) =>
      row.kind === 'state' && typeof row.context?.['deadlineAt'] === 'number'
        ? { ...row, context: { ...row.context, deadlineAt: row.context['deadlineAt'] + 60_000 } }
        : row,
    );
    const found = replayRun(portalSystem, { rows });
    expect(found && describeDivergence(found)).toContain('  at deadlineAt: now 60 s earlier than recorded');
  });
});
