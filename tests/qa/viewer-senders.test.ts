import { expect, test, vi } from 'vitest';
import { stopForeignMessages } from '../../src/qa/viewer/senders.ts';

test('messages from the origin of the viewer pass; messages from every other origin are stopped (C67)', () => {
  const OWN = 'http://127.0.0.1:8787';
  let hear: (event: MessageEvent) => void = () => {};
  const addEventListener = (_: string, listener: typeof hear) => {
    hear = listener;
  };
  stopForeignMessages({ addEventListener, location: { origin: OWN } } as never);
  const passes = (origin: string): boolean => {
    const stopImmediatePropagation = vi.fn();
    hear({ origin, data: { type: '@xstate.event' }, stopImmediatePropagation } as never);
    return stopImmediatePropagation.mock.calls.length === 0;
  };
  expect(passes(OWN)).toBe(true);
  for (const origin of ['http://localhost:8787', 'http://127.0.0.1:87870', 'https://app.example', 'null', ''])
    expect([origin, passes(origin)]).toEqual([origin, false]);
});
