import type { AnyActor, InspectionEvent } from 'xstate';
import type { BrokenRule } from '../core/rules/rule-watch.ts';

type Inspect = (seen: InspectionEvent) => void;

/** The rules are loaded when this machine starts, because most of them are about it. */
const FIRST_MACHINE = 'signed-in';

const isFirst = ({ type, actorRef }: InspectionEvent): boolean =>
  type === '@xstate.actor' && (actorRef as AnyActor).logic.id === FIRST_MACHINE;

/**
 * Checks every rule on this page load. The rules import code of the signed-in half, which a visitor's page must not wait for, so they load after it
 * and then check what happened before. A rule that throws ends the checks; the portal continues.
 */
export const createLiveRules = () => {
  const listeners = new Set<() => void>();
  const waiting: InspectionEvent[] = [];
  let broken: readonly BrokenRule[] = [];
  let check: Inspect | null = null;
  let isLoading = false;

  const onBroken = (rule: BrokenRule): void => {
    broken = [...broken, rule];
    for (const listener of listeners) listener();
  };
  const fail = (error: unknown): void => {
    check = () => undefined;
    waiting.length = 0;
    reportError(error);
  };
  const load = async (): Promise<void> => {
    await import('./all-rules.ts');
    const { watchRules } = await import('../core/rules/rule-watch.ts');
    const inspect = watchRules(onBroken);
    check = inspect;
    for (const seen of waiting.splice(0)) inspect(seen);
  };

  return {
    inspect: (seen: InspectionEvent): void => {
      try {
        if (check) {
          check(seen);
          return;
        }
        if (seen.type !== '@xstate.microstep') waiting.push(seen);
        if (isLoading || !isFirst(seen)) return;
        isLoading = true;
        load().catch(fail);
      } catch (error) {
        fail(error);
      }
    },
    /** In the order in which they were broken; the same array until another rule is broken. */
    broken: (): readonly BrokenRule[] => broken,
    onBroken: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
