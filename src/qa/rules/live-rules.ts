import type { InspectionEvent } from 'xstate';
import { type BrokenRule, watchRules } from './rule-watch.ts';

/** Checks every rule on this page load. A rule that throws stops the checks and is reported; the portal continues. */
export const createLiveRules = () => {
  let broken: readonly BrokenRule[] = [];
  let hasFailed = false;
  const inspect = watchRules((rule) => {
    broken = [...broken, rule];
  });
  return {
    inspect: (seen: InspectionEvent): void => {
      if (hasFailed) return;
      try {
        inspect(seen);
      } catch (error) {
        hasFailed = true;
        reportError(error);
      }
    },
    /** In the order in which they were broken; the same array until another one is. */
    broken: (): readonly BrokenRule[] => broken,
  };
};

export type LiveRules = ReturnType<typeof createLiveRules>;
