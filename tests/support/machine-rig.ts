import { vi } from 'vitest';
import {
  type AnyActorRef,
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  type EventObject,
  fromCallback,
  fromPromise,
  StateMachine,
  setup,
} from 'xstate';

/** A question the machine asked and nobody has answered yet. */
type Question = {
  readonly id: string;
  readonly input: unknown;
  resolve(output: unknown): void;
  reject(error: unknown): void;
  open: boolean;
};
/** A listener or a child machine that runs while its state lasts. */
type Companion = {
  readonly id: string;
  readonly input: unknown;
  readonly received: EventObject[];
  send(event: EventObject): void;
  /** Breaks, the way a defect would. */
  crash(error: unknown): void;
  open: boolean;
};

/** A machine, by the two types a test needs of it. */
export type Chart<S extends AnyMachineSnapshot, I> = AnyStateMachine & {
  getInitialSnapshot(scope: AnyActorScope, input?: I): S;
};

export type RigOptions<I> = {
  readonly input: I;
  /** Event type → id of the invoked listener (or child machine) that sends it. Such an event is refused while it is not running. */
  readonly listeners?: Readonly<Record<string, string>>;
  /** Listeners that only listen. */
  readonly silent?: readonly string[];
  readonly systemId?: string;
};

export type Rig<S extends AnyMachineSnapshot> = {
  snapshot(): S;
  /**
   * Makes an event happen the way it would in the world: `xstate.done.actor.x` answers the open question of x with
   * `output`, `xstate.error.actor.x` rejects it with `error` (or breaks the companion x), `xstate.after.…` lets the timer
   * run out, an event of a listener is sent by that listener, anything else is sent to the machine.
   */
  perform(event: EventObject): Promise<void>;
  /** Inputs of every time `id` was invoked, oldest first. */
  inputsOf(id: string): readonly unknown[];
  isRunning(id: string): boolean;
  /** What a listener or a child machine was sent. */
  sentTo(id: string): readonly EventObject[];
  /** What the machine told its parent. */
  readonly reports: readonly EventObject[];
  readonly emitted: readonly EventObject[];
  /** Keys of the transitions that were really taken, from the actor's own microsteps. */
  taken(): ReadonlySet<string>;
  stop(): void;
};

const candidates = ({ source, eventType }: AnyTransitionDefinition): readonly unknown[] =>
  (eventType === '' ? source.always : source.transitions.get(eventType)) ?? [];

/** Names a transition the same way on every copy of a machine. */
export const transitionKey = (transition: AnyTransitionDefinition): string => {
  const { source, eventType, guard, target } = transition;
  const rank = candidates(transition).indexOf(transition);
  const guardName = typeof guard === 'object' && 'type' in guard ? guard.type : typeof guard === 'string' ? guard : '';
  const to = target?.map(({ id }) => id).join(' + ') ?? '(stays)';
  return `${source.id} ── ${eventType || 'always'} #${rank}${guardName && ` [${guardName}]`} ──▶ ${to}`;
};

/** What was asked of the rig cannot happen now: nobody asked, nobody listens, no such timer runs. */
export class ImpossibleEventError extends Error {}

const DONE = 'xstate.done.actor.';
const ERROR = 'xstate.error.actor.';
const AFTER = 'xstate.after.';
const CRASH = 'test.crash';

type Copies = { machine: AnyStateMachine; questions: Question[]; companions: Companion[] };

const sourcesOf = (machine: AnyStateMachine, ids: ReadonlySet<string>): ReadonlySet<string> => {
  const sources = new Set(ids);
  const walk = (node: AnyStateMachine['root']): void => {
    for (const { id, src } of node.invoke) if (ids.has(id) && typeof src === 'string') sources.add(src);
    for (const child of Object.values(node.states)) walk(child);
  };
  walk(machine.root);
  return sources;
};

/** A copy whose actors are all in the test's hands. Child machines become companions. */
export const withControlledActors = (machine: AnyStateMachine, companionIds: readonly string[]): Copies => {
  const questions: Question[] = [];
  const companions: Companion[] = [];
  const listening = sourcesOf(machine, new Set(companionIds));
  const question = fromPromise<unknown, unknown>(
    ({ input, self, signal }) =>
      new Promise((resolve, reject) => {
        const asked: Question = { id: self.id, input, open: true, resolve, reject };
        signal.addEventListener('abort', () => {
          asked.open = false;
        });
        questions.push(asked);
      }),
  );
  const companion = fromCallback<EventObject, unknown>(({ input, self, sendBack, receive }) => {
    const crash = (error: unknown): void => {
      const event: AnyEventObject = { type: CRASH, error };
      self.send(event);
    };
    const running: Companion = { id: self.id, input, open: true, received: [], send: sendBack, crash };
    companions.push(running);
    receive((event) => {
      if (event.type === CRASH && 'error' in event) throw event.error;
      running.received.push(event);
    });
    return () => {
      running.open = false;
    };
  });
  const actors = Object.fromEntries(
    Object.entries(machine.implementations.actors).map(([name, logic]) => [
      name,
      logic instanceof StateMachine || listening.has(name) ? companion : question,
    ]),
  );
  return { machine: machine.provide({ actors }), questions, companions };
};

/** Runs a real actor of `machine` below a parent, with every promise, listener and timer in the test's hands. */
export const startRig = <S extends AnyMachineSnapshot, I>(machine: Chart<S, I>, options: RigOptions<I>): Rig<S> => {
  if (!vi.isFakeTimers()) throw new Error('startRig needs vi.useFakeTimers()');
  const listeners = options.listeners ?? {};
  const {
    machine: copy,
    questions,
    companions,
  } = withControlledActors(machine, [...Object.values(listeners), ...(options.silent ?? [])]);
  const reports: EventObject[] = [];
  const emitted: EventObject[] = [];
  const crashes: unknown[] = [];
  const steps = new Map<string, Set<string>>();
  const host = setup({ actors: { subject: copy } }).createMachine({
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
  const subject: AnyActorRef | undefined = root.getSnapshot().children.subject;
  if (!subject) throw new Error('the machine did not start');
  subject.on('*', (event) => emitted.push(event));
  root.start();

  const refuse = (what: string): never => {
    throw new ImpossibleEventError(`${what}, in state ${JSON.stringify(subject.getSnapshot().value)}`);
  };
  const openQuestion = (id: string): Question =>
    questions.findLast((asked) => asked.id === id && asked.open) ?? refuse(`"${id}" is not being asked`);
  const openCompanion = (id: string): Companion =>
    companions.findLast((running) => running.id === id && running.open) ?? refuse(`"${id}" is not running`);

  const runOut = async (type: string): Promise<void> => {
    const timers = Object.values(root.system.getSnapshot()._scheduledEvents);
    const due = ({ startedAt, delay }: { startedAt: number; delay: number }) => startedAt + delay;
    const timer = timers.find(({ target, event }) => target === subject && event.type === type);
    if (!timer) return refuse(`no timer "${type}" is running`);
    const isNext = timers.every((other) => other === timer || due(other) > due(timer));
    if (isNext) return void (await vi.advanceTimersByTimeAsync(due(timer) - Date.now()));
    // A throttled tab may deliver a longer timer first: the order of timers is the test's choice too.
    root.system.scheduler.cancel(timer.source, timer.id);
    subject.send(timer.event);
  };

  const perform = async (event: EventObject): Promise<void> => {
    const { type } = event;
    const listener = listeners[type];
    if (type.startsWith(DONE)) {
      const asked = openQuestion(type.slice(DONE.length));
      asked.open = false;
      asked.resolve('output' in event ? event.output : undefined);
    } else if (type.startsWith(ERROR) && companions.some(({ id, open }) => open && id === type.slice(ERROR.length))) {
      const { crash } = openCompanion(type.slice(ERROR.length));
      crash('error' in event ? event.error : undefined);
    } else if (type.startsWith(ERROR)) {
      const asked = openQuestion(type.slice(ERROR.length));
      asked.open = false;
      asked.reject('error' in event ? event.error : undefined);
    } else if (type.startsWith(AFTER)) await runOut(type);
    else if (listener) openCompanion(listener).send(event);
    else subject.send(event);
    await vi.advanceTimersByTimeAsync(0);
    if (crashes.length) throw crashes[0];
  };

  return {
    snapshot: () => subject.getSnapshot(),
    perform,
    inputsOf: (id) => [...questions, ...companions].filter((actor) => actor.id === id).map(({ input }) => input),
    isRunning: (id) => [...questions, ...companions].some((actor) => actor.id === id && actor.open),
    sentTo: (id) => companions.filter((running) => running.id === id).flatMap(({ received }) => received),
    reports,
    emitted,
    taken: () => steps.get(subject.sessionId) ?? new Set(),
    stop: () => root.stop(),
  };
};
