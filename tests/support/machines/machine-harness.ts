import { vi } from 'vitest';
import {
  type AnyActorRef,
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  setup,
} from 'xstate';
import { controlledCopy, type PendingCall, type StubbedChild, transitionKey } from './controlled-actors.ts';

/** A machine by the two types that tests need. */
export type Chart<S extends AnyMachineSnapshot, I> = AnyStateMachine & {
  getInitialSnapshot(scope: AnyActorScope, input?: I): S;
};

export type HarnessOptions<I> = {
  readonly input: I;
  /** Event type → id of the invoked listener (or child machine) that sends it. Such an event is refused while it is not running. */
  readonly listeners?: Readonly<Record<string, string>>;
  /** Listeners that send no events. */
  readonly silent?: readonly string[];
  readonly systemId?: string;
};

/** The event cannot happen now: no such call is pending, no such listener or timer is running. */
export class ImpossibleEventError extends Error {}

export const plain = (...types: readonly string[]) => types.map((type) => ({ type }));
export const done = (id: string, output?: unknown) => ({ type: `xstate.done.actor.${id}`, output });
/** The call `id` rejects, or the child `id` crashes. */
export const failed = (id: string, error: unknown) => ({ type: `xstate.error.actor.${id}`, error });

const DONE = 'xstate.done.actor.';
const ERROR = 'xstate.error.actor.';
const AFTER = 'xstate.after.';

/** Runs a real actor of `machine` below a parent; the test controls every promise, listener and timer. */
export const startHarness = <S extends AnyMachineSnapshot, I>(machine: Chart<S, I>, options: HarnessOptions<I>) => {
  if (!vi.isFakeTimers()) throw new Error('startHarness needs vi.useFakeTimers()');
  const listeners = options.listeners ?? {};
  const copy = controlledCopy(machine, [...Object.values(listeners), ...(options.silent ?? [])]);
  const reports: EventObject[] = [];
  const crashes: unknown[] = [];
  const steps = new Map<string, Set<string>>();
  const host = setup({ actors: { subject: copy.machine } }).createMachine({
    invoke: {
      id: 'subject',
      src: 'subject',
      input: options.input,
      ...(options.systemId && { systemId: options.systemId }),
      onDone: {},
      onError: { actions: ({ event }) => crashes.push(event.error) },
    },
    on: { '*': { actions: ({ event }) => reports.push(event) } },
  });
  const root = createActor(host, {
    inspect: (seen) => {
      if (seen.type !== '@xstate.microstep') return;
      const { sessionId } = seen.actorRef;
      const taken = steps.get(sessionId) ?? new Set();
      for (const transition of seen._transitions) taken.add(transitionKey(transition));
      steps.set(sessionId, taken);
    },
  });
  const { calls, stubbedChildren } = copy.recordsOf(root.system);
  const subject: AnyActorRef | undefined = root.getSnapshot().children.subject;
  if (!subject) throw new Error('the machine did not start');
  root.start();

  const refuse = (what: string): never => {
    throw new ImpossibleEventError(`${what}, in state ${JSON.stringify(subject.getSnapshot().value)}`);
  };
  const openCall = (id: string): PendingCall =>
    calls.findLast((call) => call.id === id && call.open) ?? refuse(`"${id}" is not pending`);
  const openStubbedChild = (id: string): StubbedChild =>
    stubbedChildren.findLast((running) => running.id === id && running.open) ?? refuse(`"${id}" is not running`);

  const runOut = async (type: string): Promise<void> => {
    const timers = Object.values(root.system.getSnapshot()._scheduledEvents);
    const due = ({ startedAt, delay }: { startedAt: number; delay: number }) => startedAt + delay;
    const timer = timers.find(({ target, event }) => target === subject && event.type === type);
    if (!timer) return refuse(`no timer "${type}" is running`);
    const isNext = timers.every((other) => other === timer || due(other) > due(timer));
    if (isNext) return void (await vi.advanceTimersByTimeAsync(due(timer) - Date.now()));
    // A throttled tab may fire a longer timer first, so the test chooses the order of timers too.
    root.system.scheduler.cancel(timer.source, timer.id);
    subject.send(timer.event);
  };

  /**
   * Performs an event as it happens at run time: `xstate.done.actor.x` resolves the pending call of x with `output`, `xstate.error.actor.x`
   * rejects it with `error` (or crashes the stubbed child x), `xstate.after.…` lets the timer run out, an event of a listener is sent by that
   * listener, anything else is sent to the machine.
   */
  const performOne = async (event: EventObject): Promise<void> => {
    const { type } = event;
    const listener = listeners[type];
    if (type.startsWith(DONE)) {
      const call = openCall(type.slice(DONE.length));
      call.open = false;
      call.resolve('output' in event ? event.output : undefined);
    } else if (
      type.startsWith(ERROR) &&
      stubbedChildren.some(({ id, open }) => open && id === type.slice(ERROR.length))
    ) {
      const running = openStubbedChild(type.slice(ERROR.length));
      running.open = false;
      running.crash('error' in event ? event.error : undefined);
    } else if (type.startsWith(ERROR)) {
      const call = openCall(type.slice(ERROR.length));
      call.open = false;
      call.reject('error' in event ? event.error : undefined);
    } else if (type.startsWith(AFTER)) await runOut(type);
    else if (listener) openStubbedChild(listener).send(event);
    else subject.send(event);
    await vi.advanceTimersByTimeAsync(0);
    if (crashes.length) throw crashes[0];
  };
  const perform = async (...events: readonly EventObject[]): Promise<void> => {
    for (const event of events) await performOne(event);
  };

  const harness = {
    snapshot: (): S => subject.getSnapshot(),
    perform,
    /** Inputs of every time `id` was invoked, oldest first. */
    inputsOf: (id: string): readonly unknown[] =>
      [...calls, ...stubbedChildren].filter((actor) => actor.id === id).map(({ input }) => input),
    isRunning: (id: string) => [...calls, ...stubbedChildren].some((actor) => actor.id === id && actor.open),
    sentTo: (id: string) => stubbedChildren.filter((running) => running.id === id).flatMap(({ received }) => received),
    reports: reports as readonly EventObject[],
    /** Keys of the transitions that were really taken, from the actor's own microsteps. */
    taken: (): ReadonlySet<string> => steps.get(subject.sessionId) ?? new Set(),
    stop: () => root.stop(),
  };
  return {
    ...harness,
    /** The harness after these events. */
    after: async (...events: readonly EventObject[]) => {
      await perform(...events);
      return harness;
    },
  };
};
