import { expect, test } from 'vitest';
import { createSimulatedClock, type Owner, SIMULATION } from './simulated-clock.ts';

test('a second owner cannot begin in the step of another one, only in the next step', () => {
  const clock = createSimulatedClock(0);
  const newOwner = (): Owner => ({ isAlive: true });
  clock.begin(newOwner());
  expect(() => clock.begin(newOwner())).toThrow('two owners in one step');
  clock.setOwner(SIMULATION);
  expect(() => clock.begin(newOwner())).not.toThrow();
});
