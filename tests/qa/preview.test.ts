import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnyActorRef } from 'xstate';
import { selectPortalScreen } from '../../machines/portal/portal.screens.ts';
import { createPreview, type Scene } from '../../src/qa/portal/preview/preview.ts';
import { recordOrder } from '../support/qa/recorded-order.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_760_000_000_250 }));

const recorded = () => recordOrder(2, 10_000);

const screenOf = (scene: Scene | null): string => {
  if (!scene) throw new Error('nothing was opened');
  return selectPortalScreen(scene.replay.root.getSnapshot() as never).name;
};

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
