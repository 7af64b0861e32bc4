import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Bulletin, bulletinsMachine } from '../../machines/bulletins/bulletins.machine.ts';
import { selectAnnounced, selectStripScreen } from '../../machines/bulletins/bulletins.screens.ts';
import { failure } from '../../machines/kernel/failure.ts';
import { startHarness } from '../support/machines/machine-harness.ts';
import { coverScreens } from '../support/machines/transition-coverage.ts';

const bulletin = (bulletinId: string): Bulletin => ({
  bulletinId,
  title: `Bulletin ${bulletinId}`,
  titles: {},
  articleId: null,
});
const [FIRST, SECOND, THIRD] = [bulletin('a'), bulletin('b'), bulletin('c')];
const answer = (...output: readonly Bulletin[]) => ({ type: 'xstate.done.actor.loadBulletins', output });
const refusal = { type: 'xstate.error.actor.loadBulletins', error: failure('offline') };
const next = { type: 'bulletin.turn', by: 1 };
const back = { type: 'bulletin.turn', by: -1 };
const close = { type: 'strip.close' };
const later = { type: 'xstate.after.refreshDelay.bulletins.content.loaded' };
const soon = { type: 'xstate.after.retryDelay.bulletins.content.failed' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const play = async (...events: readonly { type: string }[]) => {
  const harness = startHarness(bulletinsMachine, { input: undefined });
  for (const event of events) await harness.perform(event);
  return { harness, strip: selectStripScreen(harness.snapshot()), announced: selectAnnounced(harness.snapshot()) };
};

test('every transition is taken, every state has a screen (CONT-03)', async () => {
  const names = await coverScreens(bulletinsMachine, {
    inputs: [undefined],
    events: [answer(FIRST, SECOND), answer(FIRST, SECOND, THIRD), answer(), refusal, next, close, later, soon],
    serialize: ({ value, context: { bulletins } }) => JSON.stringify([value, bulletins.length]),
    screen: selectStripScreen,
  });
  expect(names).toEqual(['absent', 'loading', 'shown']);
});

describe('the strip', () => {
  test('it wraps around in both directions; a single bulletin does not turn (CONT-03)', async () => {
    const three = answer(FIRST, SECOND, THIRD);
    expect((await play(three, next)).strip).toMatchObject({ bulletin: SECOND, position: 2 });
    expect((await play(three, back)).strip).toMatchObject({ bulletin: THIRD, position: 3 });
    expect((await play(three, next, next, next)).strip).toMatchObject({ bulletin: FIRST, position: 1 });
    const { harness } = await play(answer(FIRST));
    expect(harness.snapshot().can({ type: 'bulletin.turn', by: 1 })).toBe(false);
  });

  test('a closed strip stays closed when a bulletin ends or the order changes (CONT-03)', async () => {
    const closed = [answer(FIRST, SECOND), close, later] as const;
    for (const known of [answer(SECOND), answer(SECOND, FIRST), answer()]) {
      expect((await play(...closed, known)).strip).toEqual({ name: 'absent' });
      expect((await play(...closed, known, later, answer(THIRD))).strip).toMatchObject({ bulletin: THIRD });
    }
  });

  test('the strip stays at its bulletin when another one ends, and continues from there (CONT-03)', async () => {
    const at = [answer(FIRST, SECOND, THIRD), next, later] as const;
    expect((await play(...at, answer(SECOND, THIRD))).strip).toMatchObject({ bulletin: SECOND, position: 1 });
    expect((await play(...at, answer(THIRD, SECOND))).strip).toMatchObject({ bulletin: SECOND, position: 2 });
    expect((await play(...at, answer(FIRST, THIRD))).strip).toMatchObject({ bulletin: THIRD, position: 2 });
    expect((await play(...at, answer(FIRST))).strip).toMatchObject({ bulletin: FIRST, position: 1 });
    const last = [answer(FIRST, SECOND, THIRD), back, later, answer(FIRST, SECOND)] as const;
    expect((await play(...last)).strip).toMatchObject({ bulletin: SECOND, position: 2 });
    expect((await play(...last, next)).strip).toMatchObject({ bulletin: FIRST, position: 1 });
  });

  test('what an open strip announces is not announced again (CONT-03)', async () => {
    expect((await play(answer(FIRST, SECOND))).announced).toEqual([FIRST, SECOND]);
    expect((await play(answer(FIRST, SECOND), close)).announced).toEqual([]);
  });

  test('without bulletins there is no strip; a failure is silent and retried (CONT-03)', async () => {
    expect((await play(answer())).strip).toEqual({ name: 'absent' });
    expect((await play(refusal)).strip).toEqual({ name: 'absent' });
    expect((await play(refusal, soon)).strip).toEqual({ name: 'absent' });
    expect((await play(refusal, soon, answer(FIRST))).strip).toMatchObject({ bulletin: FIRST });
    const failed = await play(answer(FIRST, SECOND), next, later, refusal);
    expect(failed.strip).toMatchObject({ bulletin: SECOND });
  });
});
