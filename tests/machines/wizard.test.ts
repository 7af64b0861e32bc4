import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, type EventObject, setup } from 'xstate';
import { FAILURE_REASONS, failure } from '../../machines/kernel/failure.ts';
import { wireListener } from '../../machines/kernel/port.ts';
import { backgroundEffects } from '../../machines/wizard/wizard.effects.ts';
import { refusedChoice, withRefusal } from '../../machines/wizard/wizard.order.ts';

beforeEach(() => void vi.useFakeTimers());

describe('refusals', () => {
  test('a refusal that names a choice shows its notice, any other one the failure (RCHG-21)', () => {
    const named = FAILURE_REASONS.flatMap((reason) => {
      const choice = refusedChoice(failure(reason));
      return choice === null ? [] : [[reason, choice, withRefusal(failure(reason)).notice?.kind]];
    });
    expect(named).toEqual([
      ['serverMaintenance', 'server', 'maintenance'],
      ['recipientNeeded', 'recipient', 'recipient-needed'],
      ['roleGone', 'role', 'role-gone'],
      ['itemGone', 'item', 'item-gone'],
      ['channelClosed', 'channel', 'channel-closed'],
      ['priceChanged', 'price', 'not-created'],
    ]);
    for (const reason of FAILURE_REASONS.filter((one) => refusedChoice(failure(one)) === null))
      expect(withRefusal(failure(reason)).notice).toEqual({ kind: 'not-created', failure: failure(reason) });
  });

  test('a refused order leaves neither an intent nor a window (RCHG-10)', () => {
    expect(withRefusal(failure('priceChanged'))).toMatchObject({ intent: null, windowRef: null });
  });
});

describe('background effects', () => {
  type Effect = { readonly type: 'save' | 'report' };

  const startEffects = (run: (type: Effect['type']) => Promise<void>) => {
    const reports: string[] = [];
    const ports = { save: () => run('save'), report: () => run('report') };
    const effects = wireListener(backgroundEffects<Effect, EventObject>(ports, { report: { type: 'report.failed' } }));
    const parent = createActor(
      setup({ actors: { effects } }).createMachine({
        initial: 'running',
        states: {
          running: { invoke: { id: 'effects', src: 'effects', input: {} }, on: { stop: 'stopped' } },
          stopped: {},
        },
        on: { '*': { actions: ({ event }) => reports.push(event.type) } },
      }),
    ).start();
    return { parent, reports, send: (effect: Effect) => parent.getSnapshot().children['effects']?.send(effect) };
  };

  test('a slow effect delays no other one (RCHG-16)', async () => {
    const started: string[] = [];
    const { parent, send } = startEffects((type) => {
      started.push(type);
      return new Promise(() => undefined);
    });
    send({ type: 'report' });
    send({ type: 'save' });
    expect(started).toEqual(['report', 'save']);
    parent.stop();
  });

  test('an effect that fails after the wizard stopped reports nothing (RCHG-04)', async () => {
    const { parent, reports, send } = startEffects(() => Promise.reject(failure('timedOut')));
    send({ type: 'report' });
    parent.send({ type: 'stop' });
    await vi.advanceTimersByTimeAsync(0);
    expect(reports).toEqual([]);
    parent.stop();
  });
});
