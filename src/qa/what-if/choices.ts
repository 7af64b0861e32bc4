import { type AnyMachineSnapshot, type AnyStateMachine, StateMachine } from 'xstate';
import type { FlowRun } from '../record/flow.file.ts';
import { inertMachine } from '../replay/inert-machine.ts';
import { plain } from '../replay/replay.ts';
import { type ExternalEvent, externalEventsOf, openRerun, type Rerun, withoutInstance } from '../replay/rerun.ts';
import { accepts, awaitedTypes } from './acceptance.ts';
import { type Call, openCalls } from './calls.ts';
import type { Sent } from './change.ts';

/** What can happen at a step. `machine`: the path of the machine that gets it. */
export type Choice =
  /** `event`: as recorded elsewhere, or with its type only. `isRecorded`: the page load has such a message. */
  | { readonly kind: 'event'; readonly machine: string; readonly sent: Sent; readonly isRecorded: boolean }
  | { readonly kind: 'timer'; readonly machine: string; readonly sent: Sent; readonly delay: number }
  | { readonly kind: 'result'; readonly machine: string; readonly call: Call };

type Known = { readonly actor: { readonly getSnapshot: () => unknown }; readonly path: string };

const eventChoices = (rerun: Rerun, { actor, path }: Known, inputs: readonly ExternalEvent[]): readonly Choice[] => {
  const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
  return awaitedTypes(snapshot).flatMap((type) => {
    const recorded = inputs.findLast(
      (one) => one.event.type === type && withoutInstance(one.to) === withoutInstance(path),
    );
    const alike = recorded ?? inputs.findLast((one) => one.event.type === type);
    const event = [alike?.event, { type }].find((one) => one !== undefined && accepts(snapshot, one));
    if (event === undefined) return [];
    const port = recorded?.from
      ? rerun.running().find((one) => withoutInstance(one.path) === withoutInstance(recorded.from ?? ''))
      : null;
    const sent = { to: path, from: port?.path ?? null, event };
    return [{ kind: 'event' as const, machine: path, sent, isRecorded: recorded !== undefined }];
  });
};

const choicesOf = (rerun: Rerun, inputs: readonly ExternalEvent[]): readonly Choice[] => {
  const machines = rerun.running().filter(({ actor }) => actor.logic instanceof StateMachine);
  return [
    ...machines.flatMap((machine) => eventChoices(rerun, machine, inputs)),
    ...rerun.timers().map(({ from, to, event, delay }): Choice => {
      return { kind: 'timer', machine: to, sent: { to, from, timer: true, event }, delay };
    }),
    ...openCalls(rerun).map(
      (call): Choice => ({ kind: 'result', machine: call.to, call: { ...call, input: plain(call.input ?? null) } }),
    ),
  ];
};

/** What can happen after an external event of a page load; -1: after its start. `system`: unwired. */
export const choicesAfter = (system: AnyStateMachine, { rows }: FlowRun, input: number): readonly Choice[] => {
  const inputs = externalEventsOf(rows);
  const rerun = openRerun(inertMachine(system), { startAt: 0 });
  rerun.start();
  for (const one of inputs.slice(0, input + 1)) rerun.apply(one);
  const choices = choicesOf(rerun, inputs);
  rerun.stop();
  return choices;
};
