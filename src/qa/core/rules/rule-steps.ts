import type { AnyActor, AnyMachineSnapshot, InspectionEvent } from 'xstate';
import type { RuleStep } from '../../../../machines/kernel/rule.ts';
import { createActorPaths } from '../record/actor-paths.ts';

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
