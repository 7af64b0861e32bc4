import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnyActorRef } from 'xstate';
import { selectPortalScreen } from '../../machines/portal/portal.screens.ts';
import { openRun } from '../../src/qa/apps/viewer/open-run.ts';
import { snapshotAt } from '../../src/qa/apps/viewer/timeline.ts';
import { replayFindings } from '../../src/qa/portal/check/replay-findings.ts';
import { createPreview, type Scene } from '../../src/qa/portal/preview/preview.ts';
import { recordOrder } from '../support/qa/recorded-order.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_760_000_000_250 }));
afterEach(() => void vi.useRealTimers());

const recorded = () => recordOrder(2, 10_000);

const screenOf = (scene: Scene | null): string => {
  if (!scene) throw new Error('nothing was opened');
  return selectPortalScreen(scene.replay.root.getSnapshot() as never).name;
};

describe('a recording in the viewer (INSP-03, INSP-05)', () => {
  test('is shown as the messages that an inspector would have received', async () => {
    const { flow, run } = await recorded();
    const { timeline: line, sent, steps } = openRun(run);
    expect(replayFindings(flow)).toEqual([]);
    const recordedActors = run.rows.filter(({ kind }) => kind === 'actor').length;
    expect(line.tracks).toHaveLength(recordedActors);
    const payment = line.tracks.find(({ name }) => name.startsWith('payment.'));
    expect(payment?.definition).toContain('"lastCheck"');
    const last = snapshotAt(line, payment?.sessionId ?? '', sent.length);
    const value = run.rows.findLast((row) => row.kind === 'state' && row.path.includes('payment.') && row.value);
    expect(last?.now.value).toEqual(value?.kind === 'state' ? value.value : null);
    expect(steps).toHaveLength(sent.length);
    expect(steps.every((step, at) => step >= (steps[at - 1] ?? 0))).toBe(true);
    expect(line.steps.at(-1)?.at).toBe(run.rows.at(-1)?.at);
  });

  test('shows where the current machines diverge', async () => {
    const { flow, run } = await recorded();
    const at = run.rows.findIndex((row) => row.kind === 'event' && row.event.type === 'item.pick');
    const changed = { ...run, rows: run.rows.filter((_, index) => index !== at) };
    expect(replayFindings({ ...flow, runs: [changed] })).toEqual([
      expect.objectContaining({
        layers: ['chart'],
        load: 0,
        count: openRun(changed).steps.at(-1),
        sentence: expect.stringMatching(/recorded.*now/),
      }),
    ]);
  });
});

describe('the preview: machines of a recording for the portal’s own views (INSP-03)', () => {
  test('forward and back to the same screens, with the recorded clock', async () => {
    const { run } = await recorded();
    const preview = createPreview();
    expect(preview.now()).toBeNull();
    preview.go(3);
    expect(preview.now()).toBeNull();
    preview.open(run);
    const seen: string[] = [];
    for (let step = 0; step < 40; step += 1) {
      preview.go(step);
      seen.push(screenOf(preview.now()));
    }
    expect(new Set(seen)).toContain('recharge');
    const revision = preview.now()?.revision;
    preview.go(20);
    expect(screenOf(preview.now())).toBe(seen[20]);
    expect(preview.now()?.revision).toBe((revision ?? 0) + 1);
    expect(preview.now()?.serverNow).toBeGreaterThanOrEqual(run.startedAt);
  });

  test('events from the views change nothing', async () => {
    const preview = createPreview();
    preview.open((await recorded()).run);
    preview.go(30);
    const root = preview.now()?.replay.root;
    const before = JSON.stringify(root?.getPersistedSnapshot());
    root?.send({ type: 'url.changed', path: '/403', search: '', action: 'PUSH' });
    const children: Record<string, unknown> = root?.getSnapshot().children ?? {};
    for (const child of Object.values(children)) (child as AnyActorRef).send({ type: 'logout.request' });
    expect(JSON.stringify(root?.getPersistedSnapshot())).toBe(before);
    preview.go(31);
    expect(preview.now()?.replay.divergence()).toBeNull();
  });
});
