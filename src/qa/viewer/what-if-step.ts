import type { Flow } from '../record/flow.file.ts';
import { portalSystem } from '../replay/portal-system.ts';
import { type ExternalEvent, externalEventsOf } from '../replay/rerun.ts';
import type { Call } from '../what-if/calls.ts';
import { type MessageKind, messageKindOf } from '../what-if/change.ts';
import { type Choice, choicesAfter } from '../what-if/choices.ts';
import { inputsOfMessages } from '../what-if/message-inputs.ts';
import type { Step, Timeline } from './timeline.ts';

/** A step of a page load, and what can be changed at it. */
export type WhatIfStep = {
  readonly flow: Flow;
  readonly load: number;
  /** Index of the external event that led to the step; -1: the start. */
  readonly input: number;
  /** That event; null at the start. */
  readonly recorded: ExternalEvent | null;
  readonly messageKind: MessageKind | null;
  /** The step shows that message itself, not one that followed from it. */
  readonly isItself: boolean;
  /** If the message is the result of a call: that call. */
  readonly call: Call | null;
  /** What the machines accept after the message. */
  readonly choices: readonly Choice[];
};

/** The message that a step of the timeline shows. */
const messageOf = ({ messages, steps }: Timeline, step: Step): number => {
  const known = new Set<string>();
  const shown = messages.flatMap((message, at) => {
    const isShown =
      message.type === '@xstate.actor'
        ? !known.has(message.sessionId)
        : message.type === '@xstate.event' && message.event.type !== 'xstate.init';
    known.add(message.sessionId);
    return isShown ? [at] : [];
  });
  return shown[steps.indexOf(step)] ?? 0;
};

const callOf = (choices: readonly Choice[], { from, to }: ExternalEvent, name: string): Call => {
  const found = choices.find((one) => one.kind === 'result' && one.call.path === from);
  if (found?.kind === 'result') return found.call;
  return { path: from ?? '', to, name, input: null, canAnswer: true, canFail: true };
};

/** What can be changed at a step of a replayed page load; null if the recording has no such page load. */
export const whatIfStep = (flow: Flow, load: number, timeline: Timeline, step: Step): WhatIfStep | null => {
  const run = flow.runs[load];
  if (!run) return null;
  const message = messageOf(timeline, step);
  const inputs = inputsOfMessages(run);
  const input = inputs[message] ?? -1;
  const recorded = externalEventsOf(run.rows)[input] ?? null;
  const messageKind = recorded && messageKindOf(recorded);
  const isResult = messageKind?.kind === 'answer' || messageKind?.kind === 'failure';
  return {
    flow,
    load,
    input,
    recorded,
    messageKind,
    isItself: inputs.indexOf(input) === message,
    call: isResult && recorded ? callOf(choicesAfter(portalSystem, run, input - 1), recorded, messageKind.name) : null,
    choices: choicesAfter(portalSystem, run, input),
  };
};
