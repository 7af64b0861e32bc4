import { type AnyActor, type AnyActorRef, type AnyStateMachine, StateMachine } from 'xstate';
import type { EventRow, FlowRow } from '../record/flow.file.ts';
import { isResult, type Rerun, withoutInstance } from '../replay/rerun.ts';

/** A call of a port that waits for its result. */
export type Call = {
  /** Where its actor runs. */
  readonly path: string;
  /** The path of the machine that called. */
  readonly to: string;
  /** The id of its actor. */
  readonly name: string;
  readonly input: unknown;
  /** Whether the machine has a transition for an answer, and for a failure. */
  readonly canAnswer: boolean;
  readonly canFail: boolean;
};

const handles = ({ events }: AnyStateMachine, type: string): boolean =>
  events.some((one: string) => one === type || (one.endsWith('*') && type.startsWith(one.slice(0, -1))));

/** What a port was called with; inert ports keep it. */
export const requestOf = (actor: AnyActor): unknown => (actor.getSnapshot() as { readonly input?: unknown }).input;

/** The calls whose result a running machine waits for, oldest first. */
export const openCalls = (rerun: Rerun): readonly Call[] => {
  const running = rerun.running();
  const pathOf = new Map<AnyActorRef, string>(running.map(({ actor, path }) => [actor, path]));
  return running.flatMap(({ actor, path }) => {
    const parent = actor._parent as AnyActor | undefined;
    const to = parent && pathOf.get(parent);
    if (actor.logic instanceof StateMachine || to === undefined || !(parent?.logic instanceof StateMachine)) return [];
    const canAnswer = handles(parent.logic, `xstate.done.actor.${actor.id}`);
    const canFail = handles(parent.logic, `xstate.error.actor.${actor.id}`);
    const call = { path, to, name: actor.id, input: requestOf(actor), canAnswer, canFail };
    return canAnswer || canFail ? [call] : [];
  });
};

/** What the rows of a page load contain about its calls. */
export const recordedCalls = (rows: readonly FlowRow[]) => {
  const started = new Set(rows.flatMap((row) => (row.kind === 'actor' && row.machine === null ? [row.path] : [])));
  const ended = new Set(rows.flatMap((row) => (row.kind === 'event' && isResult(row) && row.from ? [row.from] : [])));
  const requests = new Map(
    rows.flatMap((row) =>
      row.kind === 'event' && row.event.type === 'xstate.init' ? [[row.to, row.event['input']] as const] : [],
    ),
  );
  return {
    /** The call was recorded and got no result. */
    isOpen: (path: string): boolean => started.has(path) && !ended.has(path),
    requestOf: (path: string): unknown => requests.get(path),
  };
};

/** Whether a recorded message is the result of a call at this place. */
export const isResultOf = (input: EventRow, path: string): boolean =>
  isResult(input) && input.from !== null && withoutInstance(input.from) === withoutInstance(path);
