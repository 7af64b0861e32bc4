import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';
import type { FlowRun } from '../record/flow.file.ts';
import { createTrace } from '../record/trace.ts';
import { type BrokenRule, watchRules } from '../rules/rule-watch.ts';
import { subject } from '../subject.ts';
import { playRun } from './replay.ts';
import { type Refusal, refusalsOf, type TakenTransition, takenTransition } from './taken-transition.ts';

/**
 * A message to a machine and its effect. `at`: ms since the run began. `from`: the machine that sent it; null for an external event.
 * `refused`: why nothing was taken. `state` null: the machine never processed it.
 */
export type LoggedMessage = {
  readonly at: number;
  readonly machine: string;
  readonly to: string;
  readonly from: string | null;
  readonly event: string;
  readonly payload: object;
  readonly taken: readonly TakenTransition[];
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
  let at = 0;
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
        const about = { at, machine, to, from, event: event.type, payload: event };
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
  let row = 0;
  const checkRules = watchRules((rule) => broken.push({ ...rule, row, at }));
  const { divergence, timers } = playRun(subject('system'), run, undefined, (seen, now) => {
    at = now.at();
    row = now.position();
    if (!now.divergence()) checkRules(seen);
    trace.inspect(seen);
    if (seen.type !== '@xstate.microstep' && seen.type !== '@xstate.snapshot') return;
    const receiver = receivers.get((seen.actorRef as { readonly sessionId: string }).sessionId);
    if (!receiver) return;
    const { active: before, mailbox } = receiver;
    const after = (seen.snapshot as AnyMachineSnapshot)._nodes;
    receiver.active = after;
    if (seen.type === '@xstate.microstep')
      mailbox[0]?.taken.push(...seen._transitions.map((one) => takenTransition(one, { before, after })));
  });
  return { divergence, broken, messages, timers };
};

export const secondsText = (ms: number, digits: number): string => `${(ms / 1_000).toFixed(digits)} s`;

/** A machine by its path, without the beginning that all paths share. */
export const shortPath = (path: string): string => (path === '$' ? 'portal' : path.replace(/^\$\/(?:signedIn\/)?/, ''));

const activePaths = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const children = Object.entries(value);
  const [only, ...others] = children;
  if (!only || others.length > 0) return children.flatMap(([, child]) => activePaths(child));
  const below = activePaths(only[1]);
  return below.length === 1 ? below.map((path) => `${only[0]}.${path}`) : below;
};

/** A state value as the active states of its regions, without the regions' names. */
export const stateText = (value: unknown): string => activePaths(value).join(' · ');

const withoutMachine = (id: string): string => id.slice(id.indexOf('.') + 1);

/** As a chart writes it: a sibling by its name, a child with a dot before it, any other state by its path. */
const targetText = (source: string, target: string): string => {
  const parent = source.slice(0, source.lastIndexOf('.') + 1);
  if (target.startsWith(`${source}.`)) return target.slice(source.length);
  return parent !== '' && target.startsWith(parent) ? target.slice(parent.length) : withoutMachine(target);
};

/** `lapsed.deciding ── always ──▶ unwatched / reportLapsed (not mayStillArrive)` */
const transitionText = ({ source, event, guard, refused, targets, actions }: TakenTransition): string => {
  const cause = `${event || 'always'}${guard === null ? '' : ` [${guard}]`}`;
  const to = targets.map((target) => targetText(source, target)).join(' + ') || '(stays)';
  const nots = refused.length ? ` (${refused.map((name) => `not ${name}`).join(', ')})` : '';
  const effects = actions.length ? ` / ${actions.join(', ')}` : '';
  return `${withoutMachine(source)} ── ${cause} ──▶ ${to}${effects}${nots}`;
};

/** `following.phase.unpaid ── deadline.reached ──✕ (not isLate)` */
const refusalText = ({ source, event, guards }: Refusal): string =>
  `${withoutMachine(source)} ── ${event} ──✕ (${guards.map((name) => `not ${name}`).join(', ')})`;

export const isAbout = ({ machine, to }: LoggedMessage, word: string): boolean =>
  machine.includes(word) || to.includes(word);

const INDENT = ' '.repeat(13);

const LONGEST_DATA = 80;

/** The data of a message as JSON, if it is short: ` {"step":"item"}`. */
const dataText = (payload: object): string => {
  const { type: _, actorId: __, ...data } = payload as { readonly type: string; readonly actorId?: string };
  const text = JSON.stringify(data);
  return text === '{}' || text.length > LONGEST_DATA ? '' : ` ${text}`;
};

export const messageLines = (message: LoggedMessage): readonly string[] => {
  const { at, to, from, event, payload, taken, refused, state } = message;
  const time = secondsText(at, 3).padStart(11);
  const sender = from === null ? '' : ` ← ${shortPath(from)}`;
  const isStart = event === 'xstate.init';
  const head = `${time}  ${shortPath(to)}  ${isStart ? 'starts' : event}${sender}${isStart ? '' : dataText(payload)}`;
  if (!isStart && taken.length === 0)
    return [`${head} (no transition)`, ...refused.map((one) => `${INDENT}${refusalText(one)}`)];
  const reached = state === null ? [] : [`${INDENT}⇒ ${stateText(state)}`];
  return [head, ...taken.map((one) => `${INDENT}${transitionText(one)}`), ...reached];
};

/** `✗ rule paid-never-failed: A paid order is never … (row 41, 3.120 s after the start, payment.1 after "order.observed": …)` */
export const brokenLine = ({ id, sentence, problem, path, event, row, at }: BrokenAt): string =>
  `✗ rule ${id}: ${sentence} (row ${row}, ${secondsText(at, 3)} after the start, ${shortPath(path)} after "${event}": ${problem})`;
