import type { LabClock } from './lab.clock.ts';
import type { LabDeviceControl } from './lab.device.ts';
import type { LabSandbox } from './lab.sandbox.ts';
import { SCENARIOS, type ScenarioName, scenarioNamed } from './lab.scenarios.ts';
import type { LabScenario, LabTrigger, TimeSpan } from './lab.types.ts';

export type LabParts = {
  readonly sandbox: LabSandbox;
  readonly device: LabDeviceControl;
  readonly clock: LabClock;
  /** Orders that the portal follows now, newest last. */
  readonly orders: () => readonly string[];
  readonly userId: () => string | null;
  readonly isMoment: (moment: LabTrigger) => boolean;
};

/** What a tester can force from the page. */
export const createLab = ({ sandbox, device, clock, orders, userId, isMoment }: LabParts) => {
  const waiting = new Map<() => void, LabTrigger>();

  const moment = (wanted: LabTrigger): Promise<void> =>
    new Promise((come) => {
      waiting.set(come, wanted);
      look();
    });
  const look = (): void => {
    for (const [come, wanted] of waiting) {
      if (!isMoment(wanted)) continue;
      waiting.delete(come);
      come();
    }
  };

  const setUp = async ({ faults, from, device: part }: LabScenario): Promise<string | null> => {
    if (part) device.change(part);
    if (from) await moment(from);
    for (const rule of faults) {
      const answer = await sandbox.addFault(rule);
      if (!answer.ok) return answer.why;
    }
    return null;
  };
  return {
    sandbox,
    device,
    orders,
    userId,
    passedMs: clock.passedMs,
    toRealTime: clock.forget,
    /** Lets time pass, on the server for the orders of this browser and in its tabs; resolves with what went wrong, or null. */
    letPass: async (span: TimeSpan): Promise<string | null> => {
      const answer = await sandbox.letPass(span);
      if (!answer.ok) return answer.why;
      clock.pass(answer.value.seconds * 1_000);
      return null;
    },
    scenarios: SCENARIOS,
    /** Something has happened in the portal: a moment may have come that a scenario waits for. */
    look,
    /** Sets a scenario up, when its moment has come; resolves with what went wrong, or null. */
    play: async (name: string): Promise<string | null> => {
      const scenario = scenarioNamed(name);
      return scenario ? setUp(scenario) : `There is no scenario "${name}".`;
    },
    link: (name: ScenarioName, address: string): string => {
      const url = new URL(address);
      url.searchParams.set('scenario', name);
      return url.href;
    },
  };
};

export type Lab = ReturnType<typeof createLab>;
