import type { AnyActor, AnyMachineSnapshot, InspectionEvent } from 'xstate';
import { createRuleCheck, type RuleStep, type WrongData } from '../../../../machines/kernel/rule.ts';
import { createActorPaths } from '../record/actor-paths.ts';
import { subject } from '../subject.ts';

type Message = { readonly type: string };

/** Turns XState's inspection events into the steps that rules read. */
export const createRuleSteps = (onStep: (step: RuleStep) => void) => {
  const { pathOf, isMachine } = createActorPaths();
  const mailboxes = new Map<string, Message[]>();
  let running: ReadonlyMap<string, string> = new Map();

  const stop = (path: string): void => {
    running = new Map([...running].filter(([one]) => one !== path && !one.startsWith(`${path}/`)));
    mailboxes.delete(path);
  };

  const onActor = (actor: AnyActor): void => {
    const path = pathOf(actor);
    if (!isMachine(path)) return;
    running = new Map([...running, [path, actor.logic.id]]);
    mailboxes.set(path, []);
  };

  const onSnapshot = (actor: AnyActor, snapshot: AnyMachineSnapshot): void => {
    const path = pathOf(actor);
    const machine = running.get(path);
    if (machine === undefined) return;
    const event = mailboxes.get(path)?.shift() ?? { type: 'unknown' };
    if (snapshot.status !== 'active') stop(path);
    onStep({ machine, path, event, snapshot, running });
  };

  return (seen: InspectionEvent): void => {
    const actor = seen.actorRef as AnyActor;
    if (seen.type === '@xstate.actor') onActor(actor);
    else if (seen.type === '@xstate.event') mailboxes.get(pathOf(actor))?.push(seen.event);
    else if (seen.type === '@xstate.snapshot') onSnapshot(actor, seen.snapshot as AnyMachineSnapshot);
  };
};

/** A rule that a page load broke. `step`: index among the steps of all machines. */
export type BrokenRule = {
  readonly id: string;
  readonly sentence: string;
  readonly problem: string;
  readonly step: number;
  readonly path: string;
  /** Type of the message after which the rule was broken. */
  readonly event: string;
  /** Null if the machine is wrong, and not its data. */
  readonly data: WrongData | null;
};

/** Checks every rule on an actor system from its start; `inspect` belongs to the root actor. */
export const watchRules = (onBroken: (broken: BrokenRule) => void): ((seen: InspectionEvent) => void) => {
  const check = createRuleCheck(subject('rules'));
  return createRuleSteps((step: RuleStep) => {
    for (const { rule, problem, data, step: index } of check(step))
      onBroken({
        id: rule.id,
        sentence: rule.sentence,
        problem,
        step: index,
        path: step.path,
        event: step.event.type,
        data,
      });
  });
};
