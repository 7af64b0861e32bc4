import type { InspectionEvent } from 'xstate';
import { createRuleCheck, type RuleStep, type Violation } from '../../../../machines/kernel/rule.ts';
import { createTrace } from '../record/trace.ts';
import { subject } from '../subject.ts';

type Message = RuleStep['event'];

/** Turns XState's inspection events into the steps that rules read. */
export const createRuleSteps = (onStep: (step: RuleStep) => void) => {
  const mailboxes = new Map<string, Message[]>();
  let running: ReadonlyMap<string, string> = new Map();

  const stop = (path: string): void => {
    running = new Map([...running].filter(([one]) => one !== path && !one.startsWith(`${path}/`)));
    mailboxes.delete(path);
  };

  return createTrace({
    eventOf: (event) => event as Message,
    onRow: (row, _, snapshot) => {
      if (row.kind === 'event') {
        mailboxes.get(row.to)?.push(row.event);
        return;
      }
      const { path } = row;
      if (row.kind === 'actor') {
        if (row.machine === null) return;
        running = new Map([...running, [path, row.machine]]);
        mailboxes.set(path, []);
        return;
      }
      const machine = running.get(path);
      if (machine === undefined || !snapshot) return;
      const event = mailboxes.get(path)?.shift() ?? { type: 'unknown' };
      if (snapshot.status !== 'active') stop(path);
      onStep({ machine, path, event, snapshot, running });
    },
  }).inspect;
};

/** A rule that a page load broke: the machine at `path`, after a message of the type `event`. */
export type BrokenRule = Violation['rule'] &
  Omit<Violation, 'rule'> &
  Pick<RuleStep, 'path'> & { readonly event: Message['type'] };

/** Checks every rule on an actor system from its start; `inspect` belongs to the root actor. */
export const watchRules = (onBroken: (broken: BrokenRule) => void): ((seen: InspectionEvent) => void) => {
  const check = createRuleCheck(subject('rules'));
  return createRuleSteps((step) => {
    const { path, event } = step;
    for (const { rule, ...violation } of check(step))
      onBroken({ id: rule.id, sentence: rule.sentence, ...violation, path, event: event.type });
  });
};
