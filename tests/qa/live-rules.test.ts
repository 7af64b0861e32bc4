import { expect, test, vi } from 'vitest';
import { createLiveRules } from '../../src/qa/portal/live-rules.ts';

test('an actor whose logic cannot be read ends the checks, and the portal continues', () => {
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  const unreadable = new Error('no logic');
  const actorRef = {
    get logic() {
      throw unreadable;
    },
  };
  const rules = createLiveRules();
  for (const _ of ['first', 'second']) rules.inspect({ type: '@xstate.actor', actorRef } as never);
  expect(report).toHaveBeenCalledExactlyOnceWith(unreadable);
});
