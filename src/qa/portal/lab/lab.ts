import type { LabClock } from './lab.clock.ts';
import { type LabDeviceControl, REAL_DEVICE } from './lab.device.ts';
import type { LabSandbox } from './lab.sandbox.ts';
import { scenarioNamed } from './lab.scenarios.ts';
import type { LabScenario, LabTrigger, TimeSpan } from './lab.types.ts';

export type LabParts = {
  readonly sandbox: LabSandbox;
  readonly device: LabDeviceControl;
  readonly clock: LabClock;
  /** The orders that the portal tracks, newest last. */
  readonly orders: () => readonly string[];
  readonly userId: () => string | null;
  readonly hasTriggered: (trigger: LabTrigger) => boolean;
};

/** What a tester can force from the page. */
export const createLab = ({ sandbox, device, clock, orders, userId, hasTriggered }: LabParts) => {
  const waiting = new Map<() => void, LabTrigger>();

  const whenTriggered = (trigger: LabTrigger): Promise<void> =>
    new Promise((resolve) => {
      waiting.set(resolve, trigger);
      checkTriggers();
    });
  const checkTriggers = (): void => {
    for (const [resolve, trigger] of waiting) {
      if (!hasTriggered(trigger)) continue;
      waiting.delete(resolve);
      resolve();
    }
  };

  const setUp = async ({ faults, from, device: part }: LabScenario): Promise<string | null> => {
    if (part) device.change(part);
    if (from) await whenTriggered(from);
    for (const rule of faults) {
      const result = await sandbox.addFault(rule);
      if (!result.ok) return result.why;
    }
    return null;
  };
  return {
    sandbox,
    device,
    orders,
    userId,
    passedMs: clock.passedMs,
    toRealTime: clock.reset,
    /** Advances the time of this browser: on the server for its orders, and in its tabs. Resolves with an error message or null. */
    letPass: async (span: TimeSpan): Promise<string | null> => {
      const result = await sandbox.letPass(span);
      if (!result.ok) return result.why;
      clock.pass(result.value.seconds * 1_000);
      return null;
    },
    /** What the scenarios that are not set up yet wait for. */
    waiting: (): readonly LabTrigger[] => [...waiting.values()],
    /** Ends everything that is forced; scenarios that wait are forgotten. Resolves with an error message or null. */
    toNormal: async (): Promise<string | null> => {
      waiting.clear();
      device.change(REAL_DEVICE);
      const result = await sandbox.clear();
      if (clock.passedMs() > 0) clock.reset();
      return result.ok ? null : result.why;
    },
    /** Called when the portal changes: starts the scenarios whose trigger it reached. */
    checkTriggers,
    /** Sets a scenario up once its trigger is reached; resolves with an error message or null, and rejects for an unknown name. */
    play: async (name: string): Promise<string | null> => {
      const scenario = scenarioNamed(name);
      if (!scenario) throw new Error(`Unknown scenario "${name}".`);
      return setUp(scenario);
    },
  };
};

export type Lab = ReturnType<typeof createLab>;
