import type { FlowRow, FlowRun } from '../record/flow.file.ts';

type Message = { readonly type: string };

/** A message to an actor that is not a machine: the request of a machine to a port. `to`: the id of the actor. */
type Request = { readonly to: string; readonly event: Message };

/** A message that a machine received, and what it did with it. `row`: index of the message in its page load. */
export type Step = {
  readonly row: number;
  /** ms since the page load began. */
  readonly at: number;
  readonly event: Message;
  readonly from: string | null;
  readonly isTimer: boolean;
  readonly requests: readonly Request[];
  /** The state value afterwards; undefined if the machine did not get to the message. */
  readonly value: unknown;
  readonly status: string | undefined;
  readonly hasMoved: boolean;
  readonly context: Readonly<Record<string, unknown>>;
};

type Open = { -readonly [Key in keyof Step]: Step[Key] };
type Machine = {
  /** With the order numbers replaced. */
  readonly path: string;
  readonly machine: string;
  readonly steps: Open[];
  handled: number;
  requests: Request[];
  value: unknown;
  status: string | undefined;
};
type StateRow = Extract<FlowRow, { readonly kind: 'state' }>;

/** The last id of a path, without the instance suffix (`~2`). */
export const actorId = (path: string): string => (path.split('/').at(-1) ?? path).replace(/~\d+$/, '');

const UNHANDLED = { requests: [], value: undefined, status: undefined, hasMoved: false, context: {} };

const finish = (machine: Machine, { value, status, context }: StateRow): void => {
  const step = machine.steps[machine.handled];
  if (value !== undefined) machine.value = value;
  if (status !== undefined) machine.status = status;
  if (!step) return;
  machine.handled += 1;
  step.requests = machine.requests;
  machine.requests = [];
  step.value = machine.value;
  step.status = machine.status;
  step.hasMoved = value !== undefined;
  step.context = context ?? {};
};

/** The rows of a page load, by the machine that they are about. `rename`: see `pathNames`. */
export const machineSteps = (
  { rows }: Pick<FlowRun, 'rows'>,
  rename: (path: string) => string,
): readonly (Pick<Machine, 'path' | 'machine'> & { readonly steps: readonly Step[] })[] => {
  const machines = new Map<string, Machine>();
  for (const [row, one] of rows.entries()) {
    if (one.kind === 'actor') {
      const { path, machine } = one;
      if (machine === null) continue;
      const about = { path: rename(path), machine };
      machines.set(path, { ...about, steps: [], handled: 0, requests: [], value: null, status: undefined });
    } else if (one.kind === 'event') {
      const { at, event, from, timer } = one;
      const message = { row, at, event, from: from === null ? null : rename(from), isTimer: timer === true };
      machines.get(one.to)?.steps.push({ ...message, ...UNHANDLED });
      if (!machines.has(one.to) && from !== null)
        machines.get(from)?.requests.push({ to: actorId(rename(one.to)), event });
    } else {
      const machine = machines.get(one.path);
      if (machine) finish(machine, one);
    }
  }
  return [...machines.values()];
};
