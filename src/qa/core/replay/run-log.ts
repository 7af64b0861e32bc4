import type { AnyMachineSnapshot, AnyStateNode, InspectionEvent } from 'xstate';
import type { FlowRun } from '../record/flow.file.ts';
import { createTrace } from '../record/trace.ts';
import { type BrokenRule, watchRules } from '../rules/rule-watch.ts';
import { subject } from '../subject.ts';
import { openReplay, playThrough, type Replay } from './replay.ts';
import { type Refusal, refusalsOf, type TakenTransition, takenTransition } from './taken-transition.ts';

/** A message to a machine and its effect. `at`: ms since the run began. `state` null: the machine never processed it. */
export type LoggedMessage = {
  readonly at: number;
  readonly machine: string;
  readonly to: string;
  /** The machine that sent it; null for an external event. */
  readonly from: string | null;
  readonly event: string;
  /** The whole message. */
  readonly payload: object;
  readonly taken: readonly TakenTransition[];
  /** Why nothing was taken. */
  readonly refused: readonly Refusal[];
  readonly state: unknown;
};

/** A rule that the run broke at a row of the recording. `at`: ms since the run began. */
export type BrokenAt = BrokenRule & { readonly row: number; readonly at: number };

type OpenMessage = { -readonly [Key in keyof LoggedMessage]: LoggedMessage[Key] } & { taken: TakenTransition[] };

/** A machine that runs, with the messages that it has not processed. */
type Receiver = {
  readonly machine: string;
  readonly mailbox: OpenMessage[];
  state: unknown;
  active: readonly AnyStateNode[];
};

/** Replays a recording on the current machines and collects the effect of each message on its receiver. */
export const logRun = (run: Pick<FlowRun, 'rows'>) => {
  /** By the session id of the actor. */
  const receivers = new Map<string, Receiver>();
  const messages: LoggedMessage[] = [];
  const broken: BrokenAt[] = [];
  let opened: Replay | null = null;
  let isOver = false;
  const trace = createTrace({
    eventOf: (event) => event as { readonly type: string },
    onRow: (row, actor, snapshot) => {
      if (row.kind === 'actor') {
        if (row.machine === null) return;
        receivers.set(actor.sessionId, { machine: row.machine, mailbox: [], state: null, active: [] });
        return;
      }
      const receiver = receivers.get(actor.sessionId);
      if (!receiver) return;
      const { machine, mailbox } = receiver;
      if (row.kind === 'event') {
        const { event, from, to } = row;
        const about = { at: opened?.at() ?? 0, machine, to, from, event: event.type, payload: event };
        const message: OpenMessage = { ...about, taken: [], refused: [], state: null };
        messages.push(message);
        mailbox.push(message);
        return;
      }
      if (row.value !== undefined) receiver.state = row.value;
      const done = mailbox.shift();
      if (!done) return;
      done.state = receiver.state;
      if (done.taken.length === 0 && snapshot) done.refused = refusalsOf(snapshot, done.event);
    },
  });
  const checkRules = watchRules((rule) => {
    broken.push({ ...rule, row: opened?.position() ?? 0, at: opened?.at() ?? 0 });
  });
  const watch = (seen: InspectionEvent): void => {
    if (isOver) return;
    if (!opened?.divergence()) checkRules(seen);
    trace.inspect(seen);
    if (seen.type !== '@xstate.microstep' && seen.type !== '@xstate.snapshot') return;
    const receiver = receivers.get((seen.actorRef as { readonly sessionId: string }).sessionId);
    if (!receiver) return;
    const { active: before, mailbox } = receiver;
    const after = (seen.snapshot as AnyMachineSnapshot)._nodes;
    receiver.active = after;
    if (seen.type === '@xstate.microstep')
      mailbox[0]?.taken.push(...seen._transitions.map((one) => takenTransition(one, { before, after })));
  };
  const replay = openReplay(subject('system'), run, { watch });
  opened = replay;
  playThrough(replay);
  isOver = true;
  const divergence = replay.divergence();
  replay.stop();
  return { divergence, broken, messages, timers: replay.timers() };
};
