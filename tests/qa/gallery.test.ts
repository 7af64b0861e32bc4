import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mergeScenes, missingScreens, scenesOf } from '../../src/qa/gallery/find-scenes.ts';
import { allScreens } from '../../src/qa/gallery/screen-names.ts';
import type { Flow } from '../../src/qa/record/flow.file.ts';
import { createStage } from '../../src/qa/stage/stage.ts';
import { orderAnswer, orderIn } from '../support/portal-tab.ts';
import { openRecordedTab } from '../support/recorded-tab.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_760_000_000_250 }));
afterEach(() => void vi.useRealTimers());

const recorded = async (): Promise<Flow> => {
  const tab = openRecordedTab('/main/recharge');
  await orderIn(tab);
  tab.api.reply('/api/order/record', orderAnswer(2));
  await vi.advanceTimersByTimeAsync(10_000);
  const flow = tab.flow();
  tab.close();
  return flow;
};

describe('INSP-06 the gallery', () => {
  test('finds each screen of a recording at the step where it first stands', async () => {
    const flow = await recorded();
    const scenes = scenesOf(flow);
    const names = scenes.map(({ machine, name }) => `${machine} ${name}`);
    expect(names).toEqual(expect.arrayContaining(['portal login', 'recharge confirm', 'payment paid', 'session form']));
    expect(new Set(names).size).toBe(names.length);
    const paid = scenes.find(({ machine, name }) => machine === 'payment' && name === 'paid');
    const stage = createStage();
    const [run] = flow.runs;
    if (!run || !paid) throw new Error('the recording comes by a paid order');
    stage.open(run);
    stage.go(paid.step);
    expect(stage.now()?.replay.divergence()).toBeNull();
    const before = createStage();
    before.open(run);
    before.go(paid.step - 1);
    const now = JSON.stringify(stage.now()?.replay.root.getPersistedSnapshot());
    expect(now).not.toBe(JSON.stringify(before.now()?.replay.root.getPersistedSnapshot()));
  });

  test('says which screens no recording comes by', async () => {
    const scenes = scenesOf(await recorded());
    const missing = missingScreens(allScreens, scenes).map(({ machine, name }) => `${machine} ${name}`);
    expect(missing).toContain('payment refunded');
    expect(missing).not.toContain('payment paid');
    expect(missing.length + scenes.length).toBe(allScreens.length);
  });

  test('the first recording that comes by a screen shows it', () => {
    const scene = { machine: 'payment', name: 'paid', run: 0, step: 3, isMobile: false };
    expect(mergeScenes([[{ ...scene, flow: 'first' }], [{ ...scene, flow: 'second' }]])).toEqual([
      { ...scene, flow: 'first' },
    ]);
  });
});
