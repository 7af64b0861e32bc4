import { beforeEach, expect, test, vi } from 'vitest';
import { type Bulletin, bulletinsMachine } from '../../machines/bulletins/bulletins.machine.ts';
import { selectAnnounced, selectStripScreen } from '../../machines/bulletins/bulletins.screens.ts';
import { failure } from '../../machines/kernel/failure.ts';
import { failed, startHarness } from '../support/machines/machine-harness.ts';
import { coverScreens } from '../support/machines/transition-coverage.ts';

const bulletin = (bulletinId: string): Bulletin => ({
  bulletinId,
  title: `Bulletin ${bulletinId}`,
  titles: {},
  articleId: null,
});
const [FIRST, SECOND, THIRD] = [bulletin('a'), bulletin('b'), bulletin('c')];
const answer = (...output: readonly Bulletin[]) => ({ type: 'xstate.done.actor.loadBulletins', output });
const refusal = failed('loadBulletins', failure('offline'));
const next = { type: 'bulletin.turn', by: 1 };
const back = { type: 'bulletin.turn', by: -1 };
const close = { type: 'strip.close' };
const later = { type: 'xstate.after.refreshDelay.bulletins.content.loaded' };
const soon = { type: 'xstate.after.retryDelay.bulletins.content.failed' };

beforeEach(() => void vi.useFakeTimers());

const play = async (...events: readonly { type: string }[]) => {
  const harness = await startHarness(bulletinsMachine, { input: undefined }).after(...events);
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

const TWO = answer(FIRST, SECOND);
const THREE = answer(FIRST, SECOND, THIRD);
const ABSENT = { name: 'absent' };
const at = (bulletin: Bulletin, position: number) => ({ name: 'shown', bulletin, position });

test.each<[what: string, events: readonly { type: string }[], strip: object]>([
  ['turns', [THREE, next], at(SECOND, 2)],
  ['wraps around backwards', [THREE, back], at(THIRD, 3)],
  ['wraps around forwards', [THREE, next, next, next], at(FIRST, 1)],
  ['stays closed when a bulletin ends', [TWO, close, later, answer(SECOND)], ABSENT],
  ['stays closed when the order changes', [TWO, close, later, answer(SECOND, FIRST)], ABSENT],
  ['opens for a new bulletin', [TWO, close, later, answer(SECOND), later, answer(THIRD)], at(THIRD, 1)],
  ['opens for a bulletin after none', [TWO, close, later, answer(), later, answer(THIRD)], at(THIRD, 1)],
  ['stays at its bulletin when an earlier one ends', [THREE, next, later, answer(SECOND, THIRD)], at(SECOND, 1)],
  ['stays at its bulletin when the order changes', [THREE, next, later, answer(THIRD, SECOND)], at(SECOND, 2)],
  ['continues when its bulletin ends', [THREE, next, later, answer(FIRST, THIRD)], at(THIRD, 2)],
  ['continues with the only one left', [THREE, next, later, answer(FIRST)], at(FIRST, 1)],
  ['stays at the end when the last one ends', [THREE, back, later, TWO], at(SECOND, 2)],
  ['turns from the new end', [THREE, back, later, TWO, next], at(FIRST, 1)],
  ['is absent without bulletins', [answer()], ABSENT],
  ['is absent after a failure', [refusal], ABSENT],
  ['is absent while it loads again', [refusal, soon], ABSENT],
  ['comes after a failure', [refusal, soon, answer(FIRST)], at(FIRST, 1)],
  ['stays when a refresh fails', [TWO, next, later, refusal], at(SECOND, 2)],
])('the strip %s (CONT-03)', async (_, events, strip) => {
  expect((await play(...events)).strip).toMatchObject(strip);
});

test('a single bulletin does not turn, and what an open strip announces is not announced again (CONT-03)', async () => {
  const { harness } = await play(answer(FIRST));
  expect(harness.snapshot().can({ type: 'bulletin.turn', by: 1 })).toBe(false);
  expect((await play(TWO)).announced).toEqual([FIRST, SECOND]);
  expect((await play(TWO, close)).announced).toEqual([]);
});
