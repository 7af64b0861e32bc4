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

/** Replays a recording on the current machines and collects the effect of each message on its receiver. */
export const logRun = (run: Pick<FlowRun, 'rows'>) => {
  const machines = new Map<string, string>();
  const paths = new Map<string, string>();
  const states = new Map<string, unknown>();
  const messages: LoggedMessage[] = [];
  const mailboxes = new Map<string, OpenMessage[]>();
  const active = new Map<string, readonly AnyStateNode[]>();
  const broken: BrokenAt[] = [];
  let opened: Replay | null = null;
  let isOver = false;
  const trace = createTrace({
    eventOf: (event) => event as { readonly type: string },
    onRow: (row, actor) => {
      if (row.kind === 'actor') {
        if (row.machine === null) return;
        machines.set(row.path, row.machine);
        paths.set(actor.sessionId, row.path);
        mailboxes.set(row.path, []);
        return;
      }
      const path = row.kind === 'event' ? row.to : row.path;
      const machine = machines.get(path);
      if (machine === undefined) return;
      if (row.kind === 'event') {
        const { event, from } = row;
        const message: OpenMessage = {
          at: opened?.at() ?? 0,
          machine,
          to: path,
          from,
          event: event.type,
          payload: event,
          taken: [],
          refused: [],
          state: null,
        };
        messages.push(message);
        mailboxes.get(path)?.push(message);
        return;
      }
      if (row.value !== undefined) states.set(path, row.value);
      const done = mailboxes.get(path)?.shift();
      if (!done) return;
      done.state = states.get(path) ?? null;
      if (done.taken.length === 0) done.refused = refusalsOf(actor.getSnapshot() as AnyMachineSnapshot, done.event);
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
    const path = paths.get((seen.actorRef as { readonly sessionId: string }).sessionId);
    if (path === undefined) return;
    const before = active.get(path) ?? [];
    const after = (seen.snapshot as AnyMachineSnapshot)._nodes;
    active.set(path, after);
    if (seen.type === '@xstate.microstep')
      mailboxes.get(path)?.[0]?.taken.push(...seen._transitions.map((one) => takenTransition(one, { before, after })));
  };
  const replay = openReplay(subject('system'), run, { watch });
  opened = replay;
  playThrough(replay);
  isOver = true;
  const divergence = replay.divergence();
  replay.stop();
  return { divergence, broken, messages, timers: replay.timers() };
};
